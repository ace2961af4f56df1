/** One run as search finds it. */
export interface FoundRun {
  id: string
  /** ISO 8601. */
  day: string
  suite: string
  suiteVersion: number
  /** `run` or `check` */
  kind: string
  /** `linux` or `macos` */
  os: string
  /** Name and version of the system. */
  system: string
  cpu: string
  provenanceLevel: string
  /** `measured` or `transcribed` */
  origin: string
  /** `owner/name`; empty where it belongs to none. */
  project: string
  engines: { slug: string; title: string }[]
  workloads: string[]
  /** Of a check, what its verdicts come to; empty for others. */
  counts: string
  /** What a list says of it besides, for example that it is partial. */
  remarks: string[]
  benchmarks: number
  samples: number
}

/**
 * The search index, `data/search.json`, newest run first: in columns, in which whatever several runs have in common is
 * said once. Ten thousand runs are about 300 KB compressed, most of which are their ids, which do not compress.
 */
export interface SearchIndex {
  format: 1
  /** What there are pages of, by their addresses: `engines/docker`, `workloads/npm-ci`. */
  places: string[]
  /** All ids, one after the other, `ID_LENGTH` characters each. */
  ids: string
  /** Days from 1970-01-01 for the first run, for every other from the day of the one before. */
  days: number[]
  benchmarks: number[]
  samples: number[]
  /** For each column its different values, and for each run which of them it has. */
  columns: { [Name in keyof Shared]: { values: Shared[Name][]; rows: number[] } }
}

export type Shared = Omit<FoundRun, 'id' | 'day' | 'benchmarks' | 'samples'>

const ID_LENGTH = 26
const DAY_MS = 86_400_000
const COLUMNS = [
  'suite',
  'suiteVersion',
  'kind',
  'os',
  'system',
  'cpu',
  'provenanceLevel',
  'origin',
  'project',
  'engines',
  'workloads',
  'counts',
  'remarks',
] as const satisfies readonly (keyof Shared)[]

/** The index of runs, which are newest first. @param places addresses of pages that can be found besides */
export function makeSearchIndex(runs: readonly FoundRun[], places: string[]): SearchIndex {
  const numbers = runs.map(({ day }) => Date.parse(day) / DAY_MS)
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, makeColumn(runs.map((run) => run[name]))]))
  return {
    format: 1,
    places,
    ids: runs.map(({ id }) => id).join(''),
    days: numbers.map((day, row) => day - (numbers[row - 1] ?? 0)),
    benchmarks: runs.map(({ benchmarks }) => benchmarks),
    samples: runs.map(({ samples }) => samples),
    columns: columns as SearchIndex['columns'],
  }
}

/** The runs of an index, newest first. */
export function readSearchIndex({ ids, days, benchmarks, samples, columns }: SearchIndex): FoundRun[] {
  let day = 0
  return days.map((step, row) => {
    day += step
    const shared = Object.fromEntries(COLUMNS.map((name) => [name, at(columns[name], row)]))
    return {
      ...(shared as unknown as Shared),
      id: ids.slice(row * ID_LENGTH, (row + 1) * ID_LENGTH),
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      benchmarks: benchmarks[row] ?? 0,
      samples: samples[row] ?? 0,
    }
  })
}

function makeColumn(given: unknown[]): { values: unknown[]; rows: number[] } {
  const places = new Map<string, number>()
  const values: unknown[] = []
  const rows = given.map((value) => {
    const key = JSON.stringify(value)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, values.length)
    return values.push(value) - 1
  })
  return { values, rows }
}

function at(column: { values: unknown[]; rows: number[] }, row: number): unknown {
  return column.values[column.rows[row] ?? 0]
}
