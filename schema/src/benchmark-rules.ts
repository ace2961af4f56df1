import { type DocumentError, toPointer } from './document-errors.ts'
import { ownValue } from './own-value.ts'
import type { Benchmark, RunDocument, Sample } from './run.v1.generated.ts'

/** The rules for the benchmarks of a run that JSON Schema cannot express. The document must conform to the schema. */
export function* benchmarkErrors({ benchmarks, origin }: RunDocument): Generator<DocumentError> {
  for (const [index, benchmark] of benchmarks.entries()) {
    const path: Path = ['benchmarks', index]
    yield* metrics(benchmark, path)
    yield* status(benchmark, path)
    yield* rounds(benchmark, path)
    yield* summary(benchmark, path, origin.kind === 'transcribed')
    for (const [at, sample] of benchmark.samples.entries())
      for (const { pointer, ...rest } of sampleErrors(sample, benchmark.metrics))
        yield { ...rest, pointer: toPointer([...path, 'samples', at]) + pointer }
  }
}

type Path = readonly (string | number)[]

function* metrics({ metrics }: Benchmark, path: Path): Generator<DocumentError> {
  const names = metrics.map((metric) => metric.name)
  for (const [index, { name, per }] of metrics.entries()) {
    const at = [...path, 'metrics', index]
    if (names.indexOf(name) !== index)
      yield error('duplicate-metric', [...at, 'name'], `the metric name "${name}" is used twice`)
    if (per !== undefined && (per === name || !names.includes(per))) {
      yield error('unknown-metric', [...at, 'per'], `"${per}" is not the name of another metric of this benchmark`)
    }
  }
  const primaries = metrics.filter((metric) => metric.primary).length
  const message = `must have exactly one primary metric, not ${primaries}`
  if (primaries !== 1) yield error('primary-metric', [...path, 'metrics'], message)
}

function* status({ status, reason, samples, summary }: Benchmark, path: Path): Generator<DocumentError> {
  const measured = samples.length > 0 || (summary?.length ?? 0) > 0
  if (status === 'ok') {
    if (reason !== null)
      yield error('reason', [...path, 'reason'], 'must be null if the status of the benchmark is "ok"')
    if (!measured)
      yield error('no-samples', [...path, 'samples'], 'must not be empty if the status of the benchmark is "ok"')
    for (const [at, { warmup, failure }] of samples.entries()) {
      if (warmup || failure === null) continue
      yield error(
        'unexpected-failure',
        [...path, 'samples', at, 'failure'],
        'must be null if the status of the benchmark is "ok"',
      )
    }
    return
  }
  if (reason === null) yield error('reason', [...path, 'reason'], `must give the reason for the status "${status}"`)
  if (status === 'failed' || !measured) return
  yield error('unexpected-samples', [...path, 'samples'], `must be empty if the status of the benchmark is "${status}"`)
}

/** Checks that a benchmark has at most one sample per round. */
function* rounds({ samples }: Benchmark, path: Path): Generator<DocumentError> {
  const seen = new Map<number, number>()
  for (const [at, { round }] of samples.entries()) {
    const first = seen.get(round)
    if (first === undefined) {
      seen.set(round, at)
      continue
    }
    const same = `is already the round of the sample ${toPointer([...path, 'samples', first])}`
    yield error('duplicate-round', [...path, 'samples', at, 'round'], same)
  }
}

function* summary({ summary, metrics }: Benchmark, path: Path, transcribed: boolean): Generator<DocumentError> {
  if (summary === undefined) return
  const message = 'is allowed only in a transcribed run; a measured run has all its samples'
  if (!transcribed) yield error('unexpected-summary', [...path, 'summary'], message)
  const names = summary.map((entry) => entry.metric)
  for (const [index, name] of names.entries()) {
    const at = [...path, 'summary', index, 'metric']
    if (!metrics.some((metric) => metric.name === name)) yield error('unknown-metric', at, undeclared(name))
    if (names.indexOf(name) !== index) yield error('duplicate-metric', at, `the metric "${name}" is summarised twice`)
  }
}

/** Checks the values of one sample, which must conform to the schema. The error pointers start at the sample. */
export function sampleErrors({ values, failure }: Sample, metrics: Benchmark['metrics']): DocumentError[] {
  const at = ['values']
  const names = Object.keys(values)
  if (failure !== null) return names.length > 0 ? [error('failed-sample', at, 'must be empty in a failed sample')] : []
  const errors: DocumentError[] = []
  for (const name of names) {
    if (!metrics.some((metric) => metric.name === name))
      errors.push(error('unknown-metric', [...at, name], undeclared(name)))
  }
  for (const { name, per, primary } of metrics) {
    // A metric that was not observed (for example, no event arrived) has no value, even in a good sample. Only the
    // primary metric always has a value.
    const isRequired = primary || metrics.some((metric) => metric.per === name && Object.hasOwn(values, metric.name))
    if (isRequired && !Object.hasOwn(values, name))
      errors.push(error('missing-value', [...at, name], 'is missing, although the sample succeeded'))
    if (per === undefined || !Array.isArray(ownValue(values, per))) continue
    errors.push(error('list-divisor', [...at, per], `must be one number, because "${name}" is divided by it`))
  }
  return errors
}

function undeclared(name: string): string {
  return `"${name}" is not among the metrics of this benchmark`
}

function error(code: string, path: Path, message: string): DocumentError {
  return { code, pointer: toPointer(path), message }
}
