/** The form of a run id, as `identify` returns it: 26 characters of base32 in lower case. */
export const RUN_ID = /^[a-z2-7]{26}$/
