/** What a block of shell needs that cannot be had just anywhere: the word behind `sh`, and how a page says it. */
export const NEEDS = new Map([
  ['minutes', 'Takes minutes'],
  ['mac', 'On a Mac'],
  ['github', 'With an account on GitHub'],
  ['elsewhere', 'On another machine'],
])
