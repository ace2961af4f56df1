/** The formats of reports that have golden files, with the ending of these files. A new format needs none. */
export const GOLDEN_ENDINGS = [
  ['table', 'txt'],
  ['markdown', 'md'],
  ['csv', 'csv'],
  ['json', 'json'],
] as const
