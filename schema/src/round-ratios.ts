import { sampleValues } from './metric-statistics.ts'
import type { Benchmark, Metric } from './run.v1.generated.ts'
import { intervalOfWalsh, walshAverages } from './statistics/hodges-lehmann.ts'
import { type Interval, median } from './statistics/index.ts'
import { LEVEL } from './statistics/interval.ts'
import { quantileOfSorted } from './statistics/quantile.ts'

/** The smallest number of rounds with an exact 95% signed-rank interval (2 ÷ 2⁶ = 3.1%; 5 rounds reach only 93.8%). */
export const MIN_ROUNDS = 6

/** More rounds than this are averaged in so many blocks of consecutive rounds, because the estimate takes n² steps. */
const MAX_BLOCKS = 200

/** The difference of two benchmarks by the rounds that both have. */
export interface RoundEstimate {
  /** The number of rounds that both benchmarks have. */
  rounds: number
  /** The Hodges–Lehmann estimate. Null below `MIN_ROUNDS` rounds. */
  value: number | null
  /** Its exact 95% signed-rank interval. Null below `MIN_ROUNDS` rounds. */
  interval: Interval | null
}

/**
 * The ratio of a benchmark to its reference by rounds: exp of the Hodges–Lehmann estimate of the rounds' log ratios,
 * with the exact signed-rank interval (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3.2 and 3.3).
 * Pairing the rounds removes what the two benchmarks of one round have in common. A list counts with its median. Rounds
 * with a value of 0 are left out.
 * @param referenceMetric the metric of the reference, if it is another one, for example of two metrics of one benchmark
 */
export function roundRatio(
  benchmark: Benchmark,
  reference: Benchmark,
  metric: Metric,
  referenceMetric: Metric = metric,
): RoundEstimate {
  const logs = pairedRounds(benchmark, reference, metric, referenceMetric)
    .filter(([own, theirs]) => own > 0 && theirs > 0)
    .map(([own, theirs]) => Math.log(own / theirs))
  return ratioOfLogs(logs)
}

/** The ratio with the given log ratios of rounds, in the order of the rounds. */
export function ratioOfLogs(logs: number[]): RoundEstimate {
  const { rounds, value, interval } = estimate(logs)
  return {
    rounds,
    // A log ratio of 0 is a ratio of 1, not a missing one.
    value: value === null ? null : Math.exp(value),
    interval: interval && [Math.exp(interval[0]), Math.exp(interval[1])],
  }
}

/** The difference of a benchmark and its reference by rounds, in the unit of the metric, as `roundRatio` for ratios. */
export function roundDifference(benchmark: Benchmark, reference: Benchmark, metric: Metric): RoundEstimate {
  return estimate(pairedRounds(benchmark, reference, metric).map(([own, theirs]) => own - theirs))
}

function estimate(differences: number[]): RoundEstimate {
  const rounds = differences.length
  if (rounds < MIN_ROUNDS) return { rounds, value: null, interval: null }
  const blocks = rounds > MAX_BLOCKS ? blockMeans(differences) : differences
  const walsh = walshAverages(blocks)
  return { rounds, value: quantileOfSorted(walsh, 0.5), interval: intervalOfWalsh(walsh, blocks.length, LEVEL) }
}

function blockMeans(values: number[]): number[] {
  return Array.from({ length: MAX_BLOCKS }, (_, block) => {
    const from = Math.floor((block * values.length) / MAX_BLOCKS)
    const own = values.slice(from, Math.floor(((block + 1) * values.length) / MAX_BLOCKS))
    return own.reduce((sum, value) => sum + value, 0) / own.length
  })
}

/** The values of both benchmarks in the rounds that both have, in the order of the rounds. */
function pairedRounds(
  benchmark: Benchmark,
  reference: Benchmark,
  metric: Metric,
  referenceMetric: Metric = metric,
): [own: number, theirs: number][] {
  const theirs = countedValuesByRound(reference, referenceMetric)
  return [...countedValuesByRound(benchmark, metric)]
    .filter(([round]) => theirs.has(round))
    .sort(([a], [b]) => a - b)
    .map(([round, value]) => [value, theirs.get(round) as number])
}

/** The value of a metric in each measured round. A list counts with its median; a failed sample has no value. */
export function countedValuesByRound({ samples }: Benchmark, metric: Metric): Map<number, number> {
  const values = new Map<number, number>()
  for (const sample of samples) {
    const own = sample.warmup ? [] : sampleValues(sample, metric)
    if (own.length > 0) values.set(sample.round, median(own))
  }
  return values
}
