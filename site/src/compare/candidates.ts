import { type Filters, filterRuns, readFilters } from '../search/filters.ts'
import { type RunEntry, readSearchIndex, type SearchIndex } from '../search/search-index.ts'
import type { FetchedText } from './load-run.ts'

/** Loads all runs of the registry, newest first. Throws if the search index cannot be loaded. */
export async function loadCandidates(fetchText: (address: string) => Promise<FetchedText>): Promise<RunEntry[]> {
  const { status, text } = await fetchText('data/search.json')
  if (status !== 200) throw new Error(`The search index could not be loaded (HTTP status ${status}).`)
  return readSearchIndex(JSON.parse(text) as SearchIndex)
}

/**
 * Returns the runs that match all words of a query.
 * @param other the id of the other run to compare, which is left out
 */
export function findCandidates(runs: readonly RunEntry[], query: string, other: string): RunEntry[] {
  const filters: Filters = { ...readFilters(''), q: query }
  return filterRuns(runs, filters).filter(({ id }) => id !== other)
}
