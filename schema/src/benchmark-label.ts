import type { Benchmark } from './run.v1.generated.ts'

/**
 * A label for the work of a benchmark: the workload with its parameters in the order of their names, such as `npm-ci
 * small`.
 */
export function describeWork({ workload, params }: Pick<Benchmark, 'workload' | 'params'>): string {
  let label = workload
  for (const name of Object.keys(params).sort()) {
    const value = params[name]
    label += typeof value === 'string' ? ` ${value}` : ` ${name}=${value}`
  }
  return label
}

/**
 * A label for a benchmark that is the same in every run, for example `npm-ci small · bind · docker`. It has the work
 * and the scenario, then the engine and the variant if the benchmark has them. A control ends with `repeat`.
 */
export function describeBenchmark(
  benchmark: Pick<Benchmark, 'workload' | 'params' | 'scenario' | 'engine' | 'variant' | 'control'>,
): string {
  const { scenario, engine, variant, control } = benchmark
  return [describeWork(benchmark), scenario, engine, variant, control ? 'repeat' : null]
    .filter((part) => part !== null)
    .join(' · ')
}

/**
 * Why a metric of a benchmark has no figure, in a few words, for example `no event`. A missing value is not the same as
 * 0.
 */
export function describeAbsence({ status, samples }: Pick<Benchmark, 'status' | 'samples'>, metric: string): string {
  if (status !== 'ok') return status
  return samples.length > 0 && samples.every(({ warmup }) => warmup) ? 'only warm-ups' : `no ${metric}`
}
