import type { Benchmark } from './run.v1.generated.ts'

/** What was done, for people: workload with its parameters in the order of their names, for example `npm-ci small`. */
export function describeWork({ workload, params }: Pick<Benchmark, 'workload' | 'params'>): string {
  const chosen = Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => (typeof value === 'string' ? value : `${name}=${value}`))
  return [workload, ...chosen].join(' ')
}

/**
 * A human label for a benchmark that stays the same from run to run, for example `npm-ci small · bind · docker`:
 * what was done, scenario, then engine and variant where there are any.
 */
export function describeBenchmark(
  benchmark: Pick<Benchmark, 'workload' | 'params' | 'scenario' | 'engine' | 'variant'>,
): string {
  return [describeWork(benchmark), benchmark.scenario, benchmark.engine, benchmark.variant]
    .filter((part) => part !== null)
    .join(' · ')
}

/**
 * Why there is no figure of a metric of a benchmark, in a word or two, for example `no event`: what was not there to measure
 * is no time and no 0.
 */
export function describeAbsence({ status, samples }: Pick<Benchmark, 'status' | 'samples'>, metric: string): string {
  if (status !== 'ok') return status
  return samples.length > 0 && samples.every(({ warmup }) => warmup) ? 'only warm-ups' : `no ${metric}`
}
