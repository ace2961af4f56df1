import type { Citation } from '@plimsoll/schema'
import type { Edition, EditionRow, Flag } from './edition.ts'

/** An edition as its file has it. A frozen file is never rewritten: older formats are read for ever. */
export type FrozenEdition = Edition | EditionV1

/** The format of the first two editions: one table of times, in seconds, to native. */
export interface EditionV1 {
  format: 1
  name: string
  aliases: string[]
  title: string
  lede: string
  published: string
  previous: string | null
  citation: Citation
  method: string[]
  changes: string[]
  flags: Flag[]
  rows: EditionRow[]
  digest: string
}

/** An edition of any format in the newest one; its digest stays that of its file. */
export function toNewestFormat(edition: FrozenEdition): Edition {
  if (edition.format === 2) return edition
  const { rows, ...rest } = edition
  const ranged = rows.some(({ published }) => published !== null)
  const title = 'Average time of npm install, by platform and test.'
  return {
    ...rest,
    format: 2,
    parts: [
      {
        code: 'results',
        title: 'Results',
        text: [`${title} Shorter is faster${ranged ? '; the thin line is the range.' : '; one run each.'}`],
        chart: 'bars',
        unit: 'seconds',
        columns: ['average', 'range', 'ratio'],
        reference: 'native',
        rows,
      },
    ],
    matches: [],
  }
}
