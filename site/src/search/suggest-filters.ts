import { FILTERS, type Filters, filterRuns } from './filters.ts'
import type { RunEntry } from './search-index.ts'

/** A search that finds runs where the reader's own search found none. */
export interface Suggestion {
  filters: Filters
  /** What the search leaves out: a word of the query, or the value of a filter. */
  without: string
  /** The number of runs that it finds. */
  count: number
}

/**
 * Returns searches with one condition less that find runs, those that find the most first. Each condition is a word of
 * the query or a filter.
 */
export function suggestFilters(runs: readonly RunEntry[], filters: Filters): Suggestion[] {
  const words = filters.q.split(/\s+/).filter(Boolean)
  const shorter = words.map((without, at) => ({
    without,
    filters: { ...filters, q: words.toSpliced(at, 1).join(' ') },
  }))
  const fewer = FILTERS.filter((name) => name !== 'q' && filters[name] !== '').map((name) => ({
    without: filters[name],
    filters: { ...filters, [name]: '' },
  }))
  return [...shorter, ...fewer]
    .filter(({ filters }) => FILTERS.some((name) => filters[name] !== ''))
    .map((suggestion) => ({ ...suggestion, count: filterRuns(runs, suggestion.filters).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}
