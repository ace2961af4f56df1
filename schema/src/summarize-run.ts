import { describeWork } from './benchmark-label.ts'
import { chooseCenter, ratioOfCenters } from './center.ts'
import { type RunReliability, runReliability } from './controls.ts'
import { type MetricResult, type MetricStatistics, metricStatistics, NO_RESULT } from './metric-statistics.ts'
import { findReferences } from './reference-benchmark.ts'
import { MIN_ROUNDS, type RoundEstimate, roundRatio } from './round-ratios.ts'
import type { Benchmark, Metric, RunDocument } from './run.v1.generated.ts'
import type { Interval } from './statistics/index.ts'

/**
 * The version of the analysis. It increases whenever the figures of an unchanged document change. Pages show the
 * version that they used.
 */
export const ANALYSIS_VERSION = 5

/** The figures of one metric of one benchmark. All figures are null if nothing was measured (`n` is 0). */
export interface BenchmarkSummary extends MetricStatistics {
  /** The index into `document.benchmarks`. */
  benchmark: number
  /** Whether the benchmark is a control, which repeats another one. */
  control: boolean
  metric: string
  /** The unit: `ns`, `bytes` or `operations`. For a metric with `per`, a quotient of two units, such as `bytes/ns`. */
  unit: string
  better: Metric['better']
  /** The ratio to the reference benchmark. Null for the reference itself, and if there is no reference with figures. */
  ratio: RatioToReference | null
}

/**
 * What may be said about a ratio. `resolved`: its estimate with its interval. `range`: its interval alone, because it
 * contains 1 and is wide, or because the control pairs of the workload are imprecise. `too few rounds`: there are fewer
 * than 6 rounds. `withheld`: a control pair of the workload differs. `unreliable`: those of several workloads do.
 * `source`: the run is transcribed, and the ratio is of the source's medians or means.
 */
export type RatioStatus = 'resolved' | 'range' | 'too few rounds' | 'withheld' | 'unreliable' | 'source'

/** An interval that contains 1 and is wider than this factor is shown without an estimate. */
const WIDEST_FACTOR = 1.5

/** The ratio of a benchmark to its reference benchmark. */
export interface RatioToReference {
  /** The scenario of the reference benchmark: `native` if it was measured, otherwise `layer`. */
  reference: string
  status: RatioStatus
  /**
   * The estimate by rounds (`roundRatio`), so it need not equal the quotient of the medians. With the status `source`
   * the quotient of the medians, or of the means. Null with any other status than `resolved` and `source`.
   */
  value: number | null
  /**
   * The exact 95% interval. With the status `range`, it is at least as wide as those of the control pairs of its workload.
   * Null with any other status than `resolved` and `range`.
   */
  interval: Interval | null
  /** The number of rounds that both benchmarks have. */
  rounds: number
}

/** A ratio with its estimate, even if the estimate may not be shown. */
export interface RatioEstimate {
  /** The indexes into `document.benchmarks`. */
  benchmark: number
  reference: number
  metric: string
  status: RatioStatus
  estimate: RoundEstimate
}

/**
 * The figures of every metric of every benchmark of a valid run, in document order. They depend only on the document.
 * @param reliability the result of `runReliability` for the document, if already known
 */
export function summarizeRun(document: RunDocument, reliability = runReliability(document)): BenchmarkSummary[] {
  return analyse(document, reliability).map(({ summary }) => summary)
}

/**
 * Every ratio of a run with its estimate, whether it may be shown or not. It is meant for benches and simulations. Never
 * show these estimates: `summarizeRun` has those that may be shown.
 */
export function estimateRatios(document: RunDocument): RatioEstimate[] {
  return analyse(document, runReliability(document)).flatMap(({ estimate }) => estimate ?? [])
}

function analyse(
  document: RunDocument,
  reliability: RunReliability,
): { summary: BenchmarkSummary; estimate: RatioEstimate | null }[] {
  const { benchmarks } = document
  const measured = benchmarks.map(
    (benchmark) => new Map(benchmark.metrics.map((metric) => [metric.name, metricStatistics(benchmark, metric)])),
  )
  const references = findReferences(document)
  return benchmarks.flatMap((benchmark, index) =>
    benchmark.metrics.map((metric) => {
      const own = figuresAt(index, metric)
      const reference = references[index]?.find((at) => isMeasured(figuresAt(at, metric)))
      const estimate = reference === undefined || !isMeasured(own) ? null : estimateOf(index, reference, metric)
      const summary = {
        benchmark: index,
        control: benchmark.control === true,
        metric: metric.name,
        unit: metricUnit(metric, benchmark),
        better: metric.better,
        ...own.statistics,
        ratio: estimate && shownRatio(estimate, metric),
      }
      return { summary, estimate }
    }),
  )

  function figuresAt(index: number, { name }: Metric): MetricResult {
    return measured[index]?.get(name) ?? NO_RESULT
  }

  function estimateOf(index: number, reference: number, metric: Metric): RatioEstimate {
    const own = benchmarks[index] as Benchmark
    const estimate = roundRatio(own, benchmarks[reference] as Benchmark, metric)
    return {
      benchmark: index,
      reference,
      metric: metric.name,
      estimate,
      status: ratioStatus(document, reliability, estimate, describeWork(own)),
    }
  }

  function shownRatio(
    { benchmark, reference, estimate, status }: RatioEstimate,
    metric: Metric,
  ): RatioToReference | null {
    const { scenario } = benchmarks[reference] as Benchmark
    const { rounds, value, interval } = estimate
    if (status === 'source') {
      const [own, theirs] = [figuresAt(benchmark, metric).statistics, figuresAt(reference, metric).statistics]
      const ratio = ratioOfCenters(own, theirs)
      return ratio === null ? null : { reference: scenario, status, value: ratio.value, interval: null, rounds }
    }
    if (status === 'resolved') return { reference: scenario, status, value, interval, rounds }
    const range =
      status === 'range' && interval
        ? atLeastAsWide(interval, describeWork(benchmarks[benchmark] as Benchmark), reliability)
        : null
    return { reference: scenario, status, value: null, interval: range, rounds }
  }
}

/** What may be said about a ratio of the given workload (`describeWork`) with the given estimate. */
export function ratioStatus(
  { origin }: Pick<RunDocument, 'origin'>,
  { withheld, imprecise, unreliable }: Pick<RunReliability, 'withheld' | 'imprecise' | 'unreliable'>,
  { rounds, interval }: RoundEstimate,
  workload: string,
): RatioStatus {
  if (origin.kind === 'transcribed') return 'source'
  if (rounds < MIN_ROUNDS || interval === null) return 'too few rounds'
  if (unreliable) return 'unreliable'
  if (withheld.has(workload)) return 'withheld'
  const [lower, upper] = interval
  const isWide = lower <= 1 && upper >= 1 && upper / lower > WIDEST_FACTOR
  return isWide || imprecise.has(workload) ? 'range' : 'resolved'
}

/**
 * The interval of a ratio of a workload, around the same center at least as wide as the widest imprecise control pair of
 * this workload. Equal things differed by so much, so a narrower interval would be precise and wrong.
 */
export function atLeastAsWide(
  [lower, upper]: Interval,
  workload: string,
  { imprecise }: Pick<RunReliability, 'imprecise'>,
): Interval {
  const wider = Math.sqrt(Math.max(1, (imprecise.get(workload) ?? 1) / (upper / lower)))
  return [lower / wider, upper * wider]
}

/** The unit of a metric of a benchmark, as in its summary. */
export function metricUnit({ unit, per }: Metric, benchmark: Pick<Benchmark, 'metrics'>): string {
  const divisor = benchmark.metrics.find((metric) => metric.name === per)
  return divisor === undefined ? unit : `${unit}/${divisor.unit}`
}

function isMeasured({ statistics }: MetricResult): boolean {
  return chooseCenter(statistics) !== null
}
