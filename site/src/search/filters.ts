import type { FoundRun } from './search-index.ts'

/** What a list of runs is narrowed down to; a filter that is empty lets every run through. */
export type Filters = Record<FilterName, string>

export type FilterName = (typeof FILTERS)[number]

/** By the names they have in the address, in the order in which they stand there. */
export const FILTERS = ['q', 'kind', 'engine', 'workload', 'os', 'suite', 'provenanceLevel', 'origin'] as const

/** What each filter can be set to. */
export type FilterChoices = { [Name in Exclude<FilterName, 'q'>]: string[] }

/** The filters that the part of an address after its "?" says. */
export function readFilters(search: string): Filters {
  const asked = new URLSearchParams(search)
  return Object.fromEntries(FILTERS.map((name) => [name, (asked.get(name) ?? '').trim()])) as Filters
}

/** The part of an address that says the filters, with its "?"; empty where there are none. */
export function writeFilters(filters: Filters): string {
  const asked = new URLSearchParams(FILTERS.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]])))
  return asked.size === 0 ? '' : `?${asked}`
}

/** The runs that pass every filter, in their order. */
export function filterRuns(runs: readonly FoundRun[], filters: Filters): FoundRun[] {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean)
  const set = FILTERS.filter((name) => name !== 'q' && filters[name] !== '')
  return runs.filter(
    (run) =>
      set.every((name) => valuesOf(run, name).includes(filters[name])) && words.every((word) => mentions(run, word)),
  )
}

/** What a run has that a filter can ask for. */
function valuesOf(run: FoundRun, name: FilterName): string[] {
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

/** Whether a word is in what a run is called, or its id begins with it. @param word in small letters */
function mentions(run: FoundRun, word: string): boolean {
  if (run.id.startsWith(word)) return true
  const titles = run.engines.map(({ title }) => title)
  return [run.suite, run.system, run.cpu, run.project, ...titles, ...run.workloads].some((text) =>
    text.toLowerCase().includes(word),
  )
}
