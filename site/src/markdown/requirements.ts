/** Requirements of a shell block that not every reader can meet: the word after `sh`, and the label on a page. */
export const REQUIREMENTS = new Map([
  ['minutes', 'Takes minutes'],
  ['mac', 'On a Mac'],
  ['github', 'With an account on GitHub'],
  ['elsewhere', 'On another machine'],
])
