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
  /**
   * What the metric costs in B, relative to A: the geometric mean of B's medians ÷ that of A's, or its inverse if more is
   * better. Above 1, B is worse. Null if a group has no median.
   */
  cost: number | null
  /**
   * The 95% interval of the cost by Welch's t on the logarithms of the runs' medians, so that it has the spread between
   * runs. Null if a group has fewer than `MIN_RUNS` medians.
   */
  interval: Interval | null
  /** Why there is no cost; null if there is one. */
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
      const [above, below] = better === 'higher' ? [mediansOfA, mediansOfB] : [mediansOfB, mediansOfA]
      return { a, b, metric, unit, better, primary, mediansOfA, mediansOfB, ...costOf(above, below, reason) }
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

function costOf(
  above: readonly number[],
  below: readonly number[],
  reason: string | null,
): Pick<ComparedGroups, 'cost' | 'interval' | 'reason'> {
  if (reason !== null || above.length === 0 || below.length === 0)
    return { cost: null, interval: null, reason: reason ?? 'no figures' }
  const [logsAbove, logsBelow] = [above.map(Math.log), below.map(Math.log)]
  const cost = Math.exp(mean(logsAbove) - mean(logsBelow))
  if (Math.min(above.length, below.length) < MIN_RUNS) return { cost, interval: null, reason: null }
  const [lower, upper] = welchInterval(logsAbove, logsBelow)
  return { cost, interval: [Math.exp(lower), Math.exp(upper)], reason: null }
}
