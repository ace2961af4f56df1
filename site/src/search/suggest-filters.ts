import { nearest } from '@plimsoll/schema/browser'
import { FILTERS, type Filters, filterRuns, readFilters } from './filters.ts'
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

/**
 * Returns the search that a misspelt one probably means: each word of the query that no run has is replaced by the nearest
 * name of an engine, processor, system, workload, scenario or suite. Returns null if this finds no run either.
 */
export function correctSpelling(runs: readonly RunEntry[], filters: Filters): Filters | null {
  const names = namesOf(runs)
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean)
  const isKnown = (word: string) => filterRuns(runs, { ...readFilters(''), q: word }).length > 0
  const q = words.map((word) => (isKnown(word) ? word : (nearest(word, names) ?? word))).join(' ')
  const corrected = { ...filters, q }
  return filterRuns(runs, corrected).length === 0 ? null : corrected
}

/** The words of names in the list of runs. A version or a number is no name that a reader could misspell. */
function namesOf(runs: readonly RunEntry[]): string[] {
  const texts = runs.flatMap(({ suite, system, cpu, engines, workloads, scenarios }) => [
    ...[suite, system, cpu],
    ...engines.map(({ title }) => title),
    ...workloads,
    ...scenarios,
  ])
  const words = [...new Set(texts)].flatMap((text) => text.toLowerCase().split(/[\s,()/]+/))
  return [...new Set(words)].filter((word) => /^[a-z].{2}/.test(word))
}
