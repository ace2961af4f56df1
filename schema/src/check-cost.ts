import type { Benchmark, RunDocument } from './run.v1.generated.ts'
import { median } from './statistics/quantile.ts'

/** The cost of a check. */
export interface CheckCost {
  /** The number of measured rounds of the benchmark with the most rounds. */
  rounds: number
  /** The number of samples, including warm-ups. */
  samples: number
  /**
   * The duration in ns, including the preparation of slots (the fresh directories, volumes and containers of samples).
   * It is estimated from the median time per sample of each benchmark.
   */
  took: number
}

/** The cost of a check. Null if nothing was measured, or if a sample lacks its start time. */
export function checkCost({ benchmarks }: Pick<RunDocument, 'benchmarks'>): CheckCost | null {
  const perSample = timePerSample(benchmarks)
  if (perSample === null) return null
  return {
    rounds: Math.max(...benchmarks.map(({ samples }) => samples.filter(({ warmup }) => !warmup).length)),
    samples: benchmarks.reduce((sum, { samples }) => sum + samples.length, 0),
    took: benchmarks.reduce((sum, { samples }, at) => sum + samples.length * (perSample.get(at) as number), 0),
  }
}

/**
 * For each benchmark, the median ns from the start of one of its samples to the start of the next sample of any
 * benchmark. A median is used because an interrupted run has long gaps. Null if a sample lacks its start time.
 */
export function timePerSample(benchmarks: readonly Pick<Benchmark, 'samples'>[]): Map<number, number> | null {
  const starts = benchmarks.flatMap(({ samples }, benchmark) => samples.map(({ offset }) => ({ benchmark, offset })))
  if (starts.some(({ offset }) => offset === null)) return null
  const sorted = starts.sort((a, b) => (a.offset as number) - (b.offset as number))
  const gaps = sorted.slice(0, -1).map(({ benchmark, offset }, index) => {
    const next = sorted[index + 1]?.offset as number
    return { benchmark, gap: next - (offset as number) }
  })
  if (gaps.length === 0) return null
  const typical = median(gaps.map(({ gap }) => gap))
  const byBenchmark = Map.groupBy(gaps, ({ benchmark }) => benchmark)
  return new Map(
    benchmarks.map((_, benchmark) => [
      benchmark,
      median(byBenchmark.get(benchmark)?.map(({ gap }) => gap) ?? [typical]),
    ]),
  )
}
