import { describeWork } from '../benchmark-label.ts'
import { runReliability } from '../controls.ts'
import { benchmarkKey } from '../reference-benchmark.ts'
import type { Benchmark, RunDocument } from '../run.v1.generated.ts'
import { type Interval, mean, meanInterval, predictionInterval, studentTQuantile } from '../statistics/index.ts'
import { normalTail } from '../statistics/normal.ts'
import { atLeastAsWide, estimateRatios, type RatioStatus } from '../summarize-run.ts'

/** From this number of runs on, the spread between the runs gives intervals. */
export const MIN_RUNS = 3

/** Two ratios are close if they differ by at most this share: 0.05 for 5%. */
export const CLOSE = 0.05

/** One run's ratio. */
export interface RunRatio {
  status: RatioStatus
  rounds: number
  /** The estimate and its 95% interval. Null if the run has fewer than 6 rounds, or withholds the ratio. */
  value: number | null
  interval: Interval | null
}

/** How many of a total number of cases. */
export interface Share {
  count: number
  total: number
}

/** A ratio in several runs of one design. Its estimates are compared on the logarithmic scale. */
export interface RepeatedRatio {
  /** The index into the benchmarks of the first run. */
  benchmark: number
  /** The scenario of the reference benchmark. */
  reference: string
  metric: string
  primary: boolean
  /** The ratio in each run, in the order of the runs. Null for a run without it. */
  runs: (RunRatio | null)[]
  /** The number of runs with an estimate. */
  estimates: number
  /** The geometric mean of the estimates. Null below `MIN_RUNS` estimates, as are the two intervals. */
  mean: number | null
  /** The 95% t interval of the mean. */
  interval: Interval | null
  /** The 95% t prediction interval: the estimate of one more run lies in it. */
  prediction: Interval | null
  /**
   * The later runs whose estimate lies in the first run's prediction interval, which knows only the rounds of both runs.
   * Source: Patil, Peng and Leek (2016), "What should researchers expect when they replicate studies?"
   */
  inside: Share
  /** Pairs of runs whose estimates differ by at most `CLOSE`. */
  close: Share
  /** The share of pairs that would be close if the runs differed by the noise of their rounds alone. Null without a pair. */
  expectedClose: number | null
}

/**
 * The ratios of several runs of one design, in the order of the first run. An estimate that a run withholds is left out.
 * The estimate behind a range counts: to leave out wide intervals around 1 would select the others.
 */
export function repeatedRatios(documents: readonly RunDocument[]): RepeatedRatio[] {
  return combineRatios(documents.map(ratiosOfRun))
}

/** The same from the ratios of each run, so that a caller need not hold all documents at once. */
export function combineRatios(runs: readonly RunRatios[]): RepeatedRatio[] {
  const [first] = runs
  if (first === undefined) return []
  return [...first].map(([key, { benchmark, reference, metric, primary }]) => {
    const ratios = runs.map((run) => run.get(key)?.ratio ?? null)
    return { benchmark, reference, metric, primary, runs: ratios, ...agreement(ratios) }
  })
}

/** The ratios of one run, by what they are ratios of. */
export type RunRatios = ReadonlyMap<string, KeyedRatio>

/** A ratio of one run, with what it is a ratio of. */
interface KeyedRatio {
  benchmark: number
  reference: string
  metric: string
  primary: boolean
  ratio: RunRatio
}

/** The ratios of a run by work, scenario, engine, reference and metric. */
export function ratiosOfRun(document: RunDocument): RunRatios {
  const reliability = runReliability(document)
  return new Map(
    estimateRatios(document).flatMap(({ benchmark, reference: at, metric, status, estimate }) => {
      const [own, { scenario: reference }] = [document.benchmarks[benchmark], document.benchmarks[at]] as [
        Benchmark,
        Benchmark,
      ]
      if (own.control || status === 'source') return []
      const work = describeWork(own)
      const isHidden = reliability.unreliable || reliability.withheld.has(work)
      const { rounds } = estimate
      const value = isHidden ? null : estimate.value
      const interval = isHidden ? null : estimate.interval && atLeastAsWide(estimate.interval, work, reliability)
      const key = JSON.stringify([benchmarkKey(own, own.scenario, own.engine), reference, metric])
      const primary = own.metrics.some((one) => one.name === metric && one.primary)
      return [[key, { benchmark, reference, metric, primary, ratio: { status, rounds, value, interval } }] as const]
    }),
  )
}

interface Estimate {
  /** the natural logarithm of the estimate */
  log: number
  /** its standard error, from the half-width of its interval */
  error: number
  rounds: number
}

function estimateOf(ratio: RunRatio | null): Estimate | null {
  if (!ratio || ratio.value === null || ratio.interval === null) return null
  const [lower, upper] = ratio.interval.map(Math.log) as [number, number]
  const error = (upper - lower) / 2 / studentTQuantile(0.975, ratio.rounds - 1)
  return { log: Math.log(ratio.value), error, rounds: ratio.rounds }
}

function agreement(
  ratios: readonly (RunRatio | null)[],
): Pick<RepeatedRatio, 'estimates' | 'mean' | 'interval' | 'prediction' | 'inside' | 'close' | 'expectedClose'> {
  const [first = null, ...later] = ratios.map(estimateOf)
  const known = [first, ...later].filter((estimate) => estimate !== null)
  const logs = known.map(({ log }) => log)
  const enough = logs.length >= MIN_RUNS
  const pairs = known.flatMap((one, at) => known.slice(at + 1).map((other) => [one, other] as const))
  const repeats = first === null ? [] : later.filter((estimate) => estimate !== null)
  return {
    estimates: known.length,
    mean: enough ? Math.exp(mean(logs)) : null,
    interval: enough ? exponential(meanInterval(logs)) : null,
    prediction: enough ? exponential(predictionInterval(logs)) : null,
    inside: {
      count: repeats.filter((repeat) => first !== null && isPredicted(first, repeat)).length,
      total: repeats.length,
    },
    close: {
      count: pairs.filter(([a, b]) => Math.abs(a.log - b.log) <= Math.log1p(CLOSE)).length,
      total: pairs.length,
    },
    expectedClose: pairs.length === 0 ? null : mean(pairs.map(([a, b]) => probabilityOfClose(a, b))),
  }
}

/** Whether an estimate lies in the 95% prediction interval that another run's rounds, and its own, give. */
function isPredicted(first: Estimate, repeat: Estimate): boolean {
  const t = studentTQuantile(0.975, Math.min(first.rounds, repeat.rounds) - 1)
  return Math.abs(repeat.log - first.log) <= t * Math.hypot(first.error, repeat.error)
}

/** The probability that two estimates of one ratio are close if only the noise of their rounds parts them. */
function probabilityOfClose(a: Estimate, b: Estimate): number {
  return 1 - 2 * normalTail(Math.log1p(CLOSE) / Math.hypot(a.error, b.error))
}

function exponential(interval: Interval | null): Interval | null {
  return interval && [Math.exp(interval[0]), Math.exp(interval[1])]
}

/** The sum of shares. */
export function sumShares(shares: readonly Share[]): Share {
  return shares.reduce((sum, { count, total }) => ({ count: sum.count + count, total: sum.total + total }), {
    count: 0,
    total: 0,
  })
}
