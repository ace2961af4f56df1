import { judgeRun } from './check.ts'
import type { Benchmark, RunDocument } from './run.v1.generated.ts'
import { median } from './statistics/quantile.ts'

/** What a check cost, and what it would have cost if no benchmark had stopped before the last planned round. */
export interface Effort {
  /** Rounds that count: of the benchmark that took the most. */
  rounds: number
  /** Samples, the warm-ups among them. */
  samples: number
  /** ns, with the making of places, from the median that a sample of each benchmark took. */
  took: number
  /** The same for all planned rounds of every benchmark. */
  fixed: { rounds: number; samples: number; took: number }
}

/** The effort of a run with looks; null where nothing was measured, or the samples do not say when they began. */
export function effortOf({ benchmarks, design }: Pick<RunDocument, 'benchmarks' | 'design'>): Effort | null {
  const measured = benchmarks
    .map(({ samples }, benchmark) => ({ benchmark, count: samples.length }))
    .filter(({ count }) => count > 0)
  // What failed would have failed with fixed rounds, too: nothing was saved.
  const checked = judgeRun({ benchmarks, design })?.benchmarks ?? []
  const failed = checked.filter(({ absence }) => absence !== null)
  const none = checked.length > 0 && failed.length === checked.length
  const endedEarly = new Set(none ? benchmarks.keys() : failed.flatMap(({ base, head }) => [base, head]))
  const perSample = timePerSample(benchmarks)
  if (perSample === null || measured.length === 0) return null
  const planned = design.rounds + design.warmups
  const total = (countOf: (measured: { benchmark: number; count: number }) => number) => ({
    samples: measured.reduce((sum, benchmark) => sum + countOf(benchmark), 0),
    took: measured.reduce(
      (sum, benchmark) => sum + countOf(benchmark) * (perSample.get(benchmark.benchmark) as number),
      0,
    ),
  })
  return {
    rounds: Math.max(...benchmarks.map(({ samples }) => samples.filter(({ warmup }) => !warmup).length)),
    ...total(({ count }) => count),
    fixed: { rounds: design.rounds, ...total(({ benchmark, count }) => (endedEarly.has(benchmark) ? count : planned)) },
  }
}

/**
 * The median ns from the beginning of a sample of each benchmark to that of the next sample of any: medians, because a run
 * that was cut off stood still in between. null where a sample does not say when it began.
 */
function timePerSample(benchmarks: readonly Pick<Benchmark, 'samples'>[]): Map<number, number> | null {
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
