/** The requirements of a shell block that not every reader can meet: for each word after `sh`, its label on a page. */
export const REQUIREMENTS = new Map([
  ['minutes', 'Takes minutes'],
  ['mac', 'On a Mac'],
  ['github', 'With an account on GitHub'],
  ['elsewhere', 'On another machine'],
])
