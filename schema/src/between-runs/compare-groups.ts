import { compareRuns } from '../compare/index.ts'
import { metricStatistics } from '../metric-statistics.ts'
import { benchmarkKey, indexBenchmarks } from '../reference-benchmark.ts'
import type { Benchmark, RunDocument } from '../run.v1.generated.ts'
import { type Interval, mean, welchInterval } from '../statistics/index.ts'
import { MIN_RUNS } from './repeated-ratios.ts'

/** A metric of a benchmark in two groups of runs. The runs of a group repeat one design. */
export interface ComparedGroups {
  /** The indexes into the benchmarks of the first run of each group. */
  a: number
  b: number
  metric: string
  unit: string
  better: 'lower' | 'higher'
  primary: boolean
  /** The median of each run that has one. */
  mediansOfA: number[]
  mediansOfB: number[]
  /** The geometric mean of B's medians ÷ that of A's. Null if a group has none. */
  ratio: number | null
  /**
   * The 95% interval of the ratio by Welch's t on the logarithms of the runs' medians, so that it has the spread between
   * runs. Null if a group has fewer than `MIN_RUNS` medians.
   */
  interval: Interval | null
  /** Why there is no ratio; null if there is one. */
  reason: string | null
}

/** Compares every metric of two groups of runs. The pairs of benchmarks are those of the first runs. */
export function compareGroups(
  groupA: readonly [RunDocument, ...RunDocument[]],
  groupB: readonly [RunDocument, ...RunDocument[]],
): ComparedGroups[] {
  const [firstA, firstB] = [groupA[0], groupB[0]]
  return compareRuns(firstA, firstB).benchmarks.flatMap(({ a, b, metrics }) =>
    metrics.map(({ metric, unit, better, primary, reason }) => {
      const mediansOfA = mediansOf(groupA, firstA.benchmarks[a] as Benchmark, metric)
      const mediansOfB = mediansOf(groupB, firstB.benchmarks[b] as Benchmark, metric)
      return { a, b, metric, unit, better, primary, mediansOfA, mediansOfB, ...ratioOf(mediansOfA, mediansOfB, reason) }
    }),
  )
}

/** The medians of a benchmark's metric in the runs that measured it. */
function mediansOf(runs: readonly RunDocument[], benchmark: Benchmark, name: string): number[] {
  const key = benchmarkKey(benchmark, benchmark.scenario, benchmark.engine)
  return runs.flatMap(({ benchmarks }) => {
    const own = benchmarks[indexBenchmarks(benchmarks).get(key) ?? -1]
    const metric = own?.metrics.find((metric) => metric.name === name)
    if (own?.status !== 'ok' || !metric) return []
    const { median } = metricStatistics(own, metric).statistics
    return median === null || median <= 0 ? [] : [median]
  })
}

function ratioOf(
  mediansOfA: readonly number[],
  mediansOfB: readonly number[],
  reason: string | null,
): Pick<ComparedGroups, 'ratio' | 'interval' | 'reason'> {
  if (reason !== null || mediansOfA.length === 0 || mediansOfB.length === 0)
    return { ratio: null, interval: null, reason: reason ?? 'no figures' }
  const [logsOfA, logsOfB] = [mediansOfA.map(Math.log), mediansOfB.map(Math.log)]
  const ratio = Math.exp(mean(logsOfB) - mean(logsOfA))
  if (Math.min(logsOfA.length, logsOfB.length) < MIN_RUNS) return { ratio, interval: null, reason: null }
  const [lower, upper] = welchInterval(logsOfB, logsOfA)
  return { ratio, interval: [Math.exp(lower), Math.exp(upper)], reason: null }
}
