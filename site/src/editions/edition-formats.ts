import type { Citation } from '@plimsoll/schema'
import type { Edition, EditionRow, Flag } from './edition.ts'

/**
 * An edition as stored in its file. Frozen files are never rewritten, so older formats of editions must stay readable.
 */
export type FrozenEdition = Edition | EditionV1

/** The format of the first two editions: one table of times in seconds, with ratios to native. */
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

/** Converts an edition of any format to the newest one. The digest is the one in the file; it is not computed again. */
export function toNewestFormat(edition: FrozenEdition): Edition {
  if (edition.format === 2) return edition
  const { rows, ...rest } = edition
  const ranged = rows.some(({ published }) => published !== null)
  const title = 'Median time of npm install, by platform and scenario.'
  return {
    ...rest,
    format: 2,
    parts: [
      {
        code: 'results',
        title: 'Results',
        text: [`${title} Shorter is faster. ${ranged ? 'The thin line is min–max.' : 'Each test ran once.'}`],
        chart: 'bars',
        unit: 'seconds',
        columns: ['average', 'median', 'range', 'count', 'ratio'],
        reference: 'native',
        rows,
      },
    ],
    matches: [],
  }
}
