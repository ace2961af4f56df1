import { GENERATED } from '../store/origin.ts'
import type { RunEntry } from './search-index.ts'

/** The filters of a list of runs; an empty filter matches every run. */
export type Filters = Record<FilterName, string>

export type FilterName = (typeof FILTERS)[number]

/** The names of the filters as query parameters, in the order in which they are written. */
export const FILTERS = ['q', 'kind', 'engine', 'workload', 'os', 'suite', 'provenanceLevel', 'origin'] as const

/** The values that each filter offers for choice. */
export type FilterChoices = { [Name in Exclude<FilterName, 'q'>]: string[] }

/** Parses the filters from the query of an address, after its "?". */
export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  return Object.fromEntries(FILTERS.map((name) => [name, (query.get(name) ?? '').trim()])) as Filters
}

/** Returns the filters as the query of an address, with its "?"; empty if there are none. */
export function writeFilters(filters: Filters): string {
  const query = new URLSearchParams(FILTERS.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]])))
  return query.size === 0 ? '' : `?${query}`
}

/**
 * Returns the runs that match every filter, in their order. Of the runs that a text finds, those with generated figures
 * are last, so that no invented run is before a real one.
 */
export function filterRuns(runs: readonly RunEntry[], filters: Filters): RunEntry[] {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean)
  const set = FILTERS.filter((name) => name !== 'q' && filters[name] !== '')
  const found = runs.filter(
    (run) =>
      set.every((name) => valuesOf(run, name).includes(filters[name])) && words.every((word) => mentions(run, word)),
  )
  return words.length === 0 ? found : found.sort((a, b) => Number(isGenerated(a)) - Number(isGenerated(b)))
}

/** Returns the values of a run that are compared with a filter. */
function valuesOf(run: RunEntry, name: FilterName): string[] {
  switch (name) {
    case 'engine':
      return run.engines.map(({ slug }) => slug)
    case 'workload':
      return run.workloads
    case 'q':
      return []
    default:
      return [run[name]]
  }
}

/**
 * Whether a word occurs in the run's suite, system, CPU, project, engines, workloads, scenarios, status or provenance
 * level, or is the beginning of its id, its origin or its date (at least the year).
 * The words of the origin are looked up there only: the mark "generated, not measured" makes no run a measured one. The
 * provenance of a generated run is not searched, because lists leave it out.
 * The key of a project is compared with nothing else, so that no text of a document adds a run to a project.
 * @param word the word in lower case
 */
function mentions(run: RunEntry, word: string): boolean {
  if (word.startsWith('id:')) return run.projectKey === word
  if (run.id.startsWith(word) || run.origin.startsWith(word)) return true
  if (/^\d{4}/.test(word) && run.startedAt.startsWith(word)) return true
  const titles = run.engines.map(({ title }) => title)
  const status = run.status.filter((text) => text !== GENERATED)
  const names = [...titles, ...run.workloads, ...run.scenarios, ...status, isGenerated(run) ? '' : run.provenanceLevel]
  return [run.suite, run.system, run.cpu, run.project, ...names].some((text) => text.toLowerCase().includes(word))
}

/** Whether a program made up the figures of the run. */
function isGenerated({ origin }: RunEntry): boolean {
  return origin === 'generated'
}
