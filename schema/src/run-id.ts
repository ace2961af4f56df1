/** What the id of a run looks like, as `identify` gives it: 26 characters of base32 in lower case. */
export const RUN_ID = /^[a-z2-7]{26}$/
