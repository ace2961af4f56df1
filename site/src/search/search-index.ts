/** A run in the form in which lists and the search show it. */
export interface RunEntry {
  id: string
  /** The day on which the run started, ISO 8601. */
  day: string
  suite: string
  suiteVersion: number
  /** The kind of the run: `run` or `check`. */
  kind: string
  /** The family of the operating system: `linux` or `macos`. */
  os: string
  /** The name and version of the operating system. */
  system: string
  cpu: string
  provenanceLevel: string
  /** The origin of the run: `measured` or `transcribed`. */
  origin: string
  /** The project, `owner/name`; empty if the run belongs to no project. */
  project: string
  engines: { slug: string; title: string }[]
  workloads: string[]
  /** For a check, the number of each verdict, or that the check is unreliable. Empty for other runs. */
  counts: string
  /** Further remarks in lists, for example that the run is partial. */
  remarks: string[]
  benchmarks: number
  samples: number
}

/**
 * The search index, `data/search.json`, newest run first. It is stored in columns, and a value that several runs share
 * is stored once. The index of ten thousand runs takes about 300 KB compressed. Most of that are the ids, which do not
 * compress.
 */
export interface SearchIndex {
  format: 1
  /** The addresses of other pages that the search finds: `engines/docker`, `workloads/npm-ci`. */
  pages: string[]
  /** The ids of all runs, concatenated. Each has `ID_LENGTH` characters. */
  ids: string
  /** For the first run, the days since 1970-01-01. For each other run, the difference in days to the run before it. */
  days: number[]
  benchmarks: number[]
  samples: number[]
  /** For each column, its distinct values, and the position of each run's value among them. */
  columns: { [Name in keyof Shared]: { values: Shared[Name][]; rows: number[] } }
}

export type Shared = Omit<RunEntry, 'id' | 'day' | 'benchmarks' | 'samples'>

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

/**
 * Builds the search index from runs, which are newest first.
 * @param pages the addresses of other pages that the search finds
 */
export function makeSearchIndex(runs: readonly RunEntry[], pages: string[]): SearchIndex {
  const numbers = runs.map(({ day }) => Date.parse(day) / DAY_MS)
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, makeColumn(runs.map((run) => run[name]))]))
  return {
    format: 1,
    pages,
    ids: runs.map(({ id }) => id).join(''),
    days: numbers.map((day, row) => day - (numbers[row - 1] ?? 0)),
    benchmarks: runs.map(({ benchmarks }) => benchmarks),
    samples: runs.map(({ samples }) => samples),
    columns: columns as SearchIndex['columns'],
  }
}

/** Returns the runs of a search index, newest first. */
export function readSearchIndex({ ids, days, benchmarks, samples, columns }: SearchIndex): RunEntry[] {
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

function makeColumn(rowValues: unknown[]): { values: unknown[]; rows: number[] } {
  const positions = new Map<string, number>()
  const values: unknown[] = []
  const rows = rowValues.map((value) => {
    const key = JSON.stringify(value)
    const position = positions.get(key)
    if (position !== undefined) return position
    positions.set(key, values.length)
    return values.push(value) - 1
  })
  return { values, rows }
}

function at(column: { values: unknown[]; rows: number[] }, row: number): unknown {
  return column.values[column.rows[row] ?? 0]
}
