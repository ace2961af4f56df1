import { publishedTitle } from '../page-parts/titles.ts'
import { editionLede } from './edition-lede.ts'
import type { LoadedEdition } from './load-editions.ts'
import { describeLevels } from './run-provenance.ts'
import { withSummary } from './with-summary.ts'

/** An edition in the list of all editions. */
export interface EditionEntry {
  name: string
  title: string
  lede: string
  /** When the edition's source was published, or the day of its newest run. */
  published: string
  /** Where the figures are from: `transcribed`, or the provenance levels of the measured runs. */
  origin: string
  /** The number of rows with a figure. */
  rows: number
  runs: number
}

/** Returns the entries of the list of editions, in the given order. */
export function listEditions(editions: readonly LoadedEdition[]): EditionEntry[] {
  return editions.map((loaded) => {
    const { edition, provenance, runs } = loaded
    return {
      name: edition.name,
      title: edition.title,
      lede: withSummary(edition, editionLede(loaded).text),
      published: publishedTitle(edition),
      origin: edition.citation === null ? describeLevels(provenance) || 'measured' : 'transcribed',
      rows: edition.parts.reduce((sum, part) => sum + part.rows.length, 0),
      runs: runs.length,
    }
  })
}
