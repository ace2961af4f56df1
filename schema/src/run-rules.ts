import { benchmarkErrors } from './benchmark-rules.ts'
import { type DocumentError, toPointer } from './document-errors.ts'
import { benchmarkKey } from './reference-benchmark.ts'
import type { Benchmark, RunDocument } from './run.v1.generated.ts'

/** The rules for a run and its benchmarks that JSON Schema cannot express. The document must conform to the schema. */
export function* runErrors(document: RunDocument): Generator<DocumentError> {
  yield* times(document)
  yield* family(document)
  yield* division(document)
  yield* engines(document)
  yield* distinctBenchmarks(document)
  yield* fewNames(document)
  yield* controls(document)
  yield* distinctOrders(document)
  yield* benchmarkErrors(document)
}

function* times({ startedAt, finishedAt, origin }: RunDocument): Generator<DocumentError> {
  yield* realDay(startedAt, ['startedAt'])
  yield* realDay(finishedAt, ['finishedAt'])
  if (origin.kind === 'transcribed') yield* realDay(origin.citation.published, ['origin', 'citation', 'published'])
  // If one time is a date without a time of day, compare only the dates.
  const length = Math.min(startedAt.length, finishedAt.length)
  if (finishedAt.slice(0, length) >= startedAt.slice(0, length)) return
  yield { code: 'time-order', pointer: '/finishedAt', message: `is before startedAt, ${startedAt}` }
}

/** Checks that only a run that another program measured leaves its operating system open. */
function* family({ host, origin }: RunDocument): Generator<DocumentError> {
  if (host.os.family !== 'unknown' || origin.kind === 'imported') return
  yield error('unknown-system', ['host', 'os', 'family'], 'may be "unknown" only in an imported run')
}

/** Checks that a date exists. The pattern in the schema also accepts dates such as 31 June. */
function* realDay(time: string, path: readonly string[]): Generator<DocumentError> {
  const day = time.slice(0, 'YYYY-MM-DD'.length)
  if (new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) return
  yield error('impossible-date', path, `${day} is not a day of the calendar`)
}

function* division({ division, deviations }: RunDocument): Generator<DocumentError> {
  if ((division === 'standard') === (deviations.length === 0)) return
  const message =
    division === 'standard'
      ? 'must be empty if the division is "standard"; the division of a run that deviates from its suite is "modified"'
      : 'must say how this modified run deviates from its suite'
  yield { code: 'deviations', pointer: '/deviations', message }
}

function* engines(document: RunDocument): Generator<DocumentError> {
  const known = new Set<string>()
  for (const [index, { id }] of document.engines.entries()) {
    if (known.has(id)) yield error('duplicate-engine', ['engines', index, 'id'], `the engine id "${id}" is used twice`)
    known.add(id)
  }
  for (const part of ['images', 'benchmarks'] as const) {
    for (const [index, { engine }] of document[part].entries()) yield* reference(engine, [part, index, 'engine'])
  }
  for (const part of ['storage', 'environments'] as const) {
    for (const [index, { engine }] of (document[part] ?? []).entries())
      yield* reference(engine, [part, index, 'engine'])
  }
  for (const [index, { engine }] of document.calibration.spawn.entries()) {
    yield* reference(engine, ['calibration', 'spawn', index, 'engine'])
  }

  function* reference(engine: string | null, path: readonly (string | number)[]): Generator<DocumentError> {
    if (engine === null || known.has(engine)) return
    yield error('unknown-engine', path, `no entry of "engines" has the id "${engine}"`)
  }
}

function* distinctBenchmarks({ benchmarks }: RunDocument): Generator<DocumentError> {
  const seen = new Map<string, number>()
  for (const [index, benchmark] of benchmarks.entries()) {
    const { scenario, engine, control = false } = benchmark
    const key = `${benchmarkKey(benchmark, scenario, engine)} ${control}`
    const first = seen.get(key)
    const same = `has the same workload, params, scenario, engine and variant as /benchmarks/${first}`
    if (first !== undefined) yield error('duplicate-benchmark', ['benchmarks', index], same)
    else seen.set(key, index)
  }
}

/**
 * The maximum numbers of different workloads and of different metrics in a run. A suite has dozens. Each workload is a page
 * of a registry, and each metric a column of a table with a row for each sample.
 */
const MAX_NAMES = 256

function* fewNames({ benchmarks }: RunDocument): Generator<DocumentError> {
  const workloads = new Set<string>()
  const metrics = new Set<string>()
  for (const [index, benchmark] of benchmarks.entries()) {
    workloads.add(benchmark.workload)
    for (const { name, unit } of benchmark.metrics) metrics.add(`${name} ${unit}`)
    const path = ['benchmarks', index]
    if (workloads.size > MAX_NAMES)
      return yield error('too-many-workloads', [...path, 'workload'], `is one of more than ${MAX_NAMES} workloads`)
    if (metrics.size > MAX_NAMES)
      return yield error('too-many-metrics', [...path, 'metrics'], `has one of more than ${MAX_NAMES} metrics`)
  }
}

/** Checks that each control follows the benchmark that it repeats, and that only plain measured runs have controls. */
function* controls({ benchmarks, origin }: RunDocument): Generator<DocumentError> {
  if (benchmarks.every(({ control }) => control === undefined)) return
  const seen = new Set<string>()
  for (const [index, benchmark] of benchmarks.entries()) {
    const { scenario, engine, variant, control } = benchmark
    const key = benchmarkKey(benchmark, scenario, engine)
    if (control === undefined) {
      seen.add(key)
      continue
    }
    const at = ['benchmarks', index, 'control']
    if (origin.kind !== 'measured' || variant !== null)
      yield error('unexpected-control', at, 'is allowed only in a measured run without variants')
    else if (!seen.has(key)) yield error('unexpected-control', at, 'must come after the benchmark that it repeats')
  }
}

/**
 * Checks that no two samples of one round have the same `order`. Samples without a slot (a fresh directory, volume or
 * container) are exempt.
 */
function* distinctOrders({ benchmarks }: RunDocument): Generator<DocumentError> {
  // The benchmark of each order, by round.
  const seen = new Map<number, Map<number, number>>()
  for (const [index, { samples }] of benchmarks.entries()) {
    for (const [at, { round, order, slot }] of samples.entries()) {
      if (slot === null) continue
      const orders = seen.get(round) ?? new Map<number, number>()
      seen.set(round, orders)
      const first = orders.get(order)
      if (first === undefined) {
        orders.set(order, index)
        continue
      }
      const other = (benchmarks[first] as Benchmark).samples.findIndex(
        (sample) => sample.slot !== null && sample.round === round && sample.order === order,
      )
      const same = `has the same round and order as ${toPointer(['benchmarks', first, 'samples', other])}`
      yield error('duplicate-order', ['benchmarks', index, 'samples', at, 'order'], same)
    }
  }
}

function error(code: string, path: readonly (string | number)[], message: string): DocumentError {
  return { code, pointer: toPointer(path), message }
}
