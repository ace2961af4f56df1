import { describeWork } from '../benchmark-label.ts'
import { type CenterFigures, chooseCenter, ratioOfCenters, type Statistic } from '../center.ts'
import { runReliability } from '../controls.ts'
import { emulatedEngines } from '../emulation.ts'
import { type MetricResult, metricStatistics } from '../metric-statistics.ts'
import type { Benchmark, Metric, RunDocument } from '../run.v1.generated.ts'
import { type Generator, type Interval, randomGenerator, ratioInterval } from '../statistics/index.ts'
import { metricUnit } from '../summarize-run.ts'
import { isOtherWork } from './benchmark-properties.ts'
import type { Pairs } from './pairs.ts'
import { type RelativeCost, ratiosOf, relativeCost } from './relative-cost.ts'

/** A benchmark that both documents contain, with every metric that both have. */
export interface ComparedBenchmark {
  /** The indexes into the benchmarks of documents A and B. */
  a: number
  b: number
  metrics: ComparedMetric[]
}

export interface ComparedMetric {
  metric: string
  /** The unit: `ns`, `bytes` or `operations`. For a metric with `per`, a quotient of two units, such as `bytes/ns`. */
  unit: string
  better: Metric['better']
  /** Whether the metric is primary in either document. */
  primary: boolean
  a: ComparedFigures
  b: ComparedFigures
  cost: ComparedCost | null
  /** How the two compare relative to their references. Null without ratios, for another work, and if a CPU is emulated. */
  relative: RelativeCost | null
  /** Why there is no cost; null if there is one. */
  reason: string | null
}

export interface ComparedFigures {
  median: number | null
  mean: number | null
  n: number | null
}

/** What a metric costs in document B, relative to document A. Above 1, B is worse, whatever the metric. */
export interface ComparedCost {
  /** The statistic that is divided. It is the mean if a transcribed benchmark has no median. */
  statistic: Statistic
  /** B ÷ A; A ÷ B for a metric of which more is better, such as a rate. Above 0. */
  value: number
  /**
   * The 95% bootstrap interval, above 0. Null for lists, for transcribed summaries, and if either side has fewer than 3
   * values.
   */
  interval: Interval | null
}

/**
 * Compares every pair of benchmarks, in the order of document A. The result depends only on the two documents, because
 * each interval uses the same random generator as the summary of B's benchmark.
 */
export function compareBenchmarks(a: RunDocument, b: RunDocument, pairs: Pairs): ComparedBenchmark[] {
  const [emulatedInA, emulatedInB] = [emulatedEngines(a.engines), emulatedEngines(b.engines)]
  const unchecked = [a, b].map(uncheckedWorks)
  const [ratioInA, ratioInB] = [ratiosOf(a), ratiosOf(b)]
  return pairs.benchmarks.map((pair) => {
    const [ours, theirs] = [a.benchmarks[pair.a], b.benchmarks[pair.b]] as [Benchmark, Benchmark]
    const isEmulated = emulatedInA.has(ours.engine ?? '') || emulatedInB.has(theirs.engine ?? '')
    const withheldIn = ['A', 'B'].filter((_, index) => unchecked[index]?.has(describeWork(ours)))
    const reason = isEmulated ? 'emulated' : withheldIn.length > 0 ? `withheld in ${withheldIn.join(' and ')}` : null
    const metrics = ours.metrics.flatMap((metric) => {
      const other = theirs.metrics.find(({ name }) => name === metric.name)
      if (other === undefined || metricUnit(metric, ours) !== metricUnit(other, theirs)) return []
      const hasRatios = !isEmulated && !isOtherWork(ours, theirs)
      const [inA, inB] = [ratioInA(pair.a, metric.name), ratioInB(pair.b, metric.name)]
      const relative = hasRatios ? relativeCost(inA, inB, metric.better) : null
      return [{ ...compareMetric([ours, metric], [theirs, other], reason, [b.design.seed ?? 0, pair.b + 1]), relative }]
    })
    return { ...pair, metrics }
  })
}

/** The works of which a run did not measure equal things as equal, or too imprecisely to check anything. */
export function uncheckedWorks(document: RunDocument): Set<string> {
  const { withheld, imprecise } = runReliability(document)
  return new Set([...withheld, ...imprecise.keys()])
}

function compareMetric(
  [ours, metric]: [Benchmark, Metric],
  [theirs, other]: [Benchmark, Metric],
  whyNone: string | null,
  [seed, stream]: [number, number],
): Omit<ComparedMetric, 'relative'> {
  const [a, b] = [metricStatistics(ours, metric), metricStatistics(theirs, other)]
  const reason = whyNone ?? whyNot(ours, theirs)
  const cost = reason === null ? costOf(metric.better, a, b, randomGenerator(seed, stream)) : null
  return {
    metric: metric.name,
    unit: metricUnit(metric, ours),
    better: metric.better,
    primary: metric.primary || other.primary,
    a: figuresOf(a.statistics),
    b: figuresOf(b.statistics),
    cost,
    reason: cost === null ? (reason ?? whyNoRatio(metricUnit(metric, ours), a.statistics, b.statistics)) : null,
  }
}

function costOf(better: Metric['better'], a: MetricResult, b: MetricResult, generator: Generator): ComparedCost | null {
  const [above, below] = better === 'higher' ? [a, b] : [b, a]
  const middle = ratioOfCenters(above.statistics, below.statistics)
  if (middle === null || middle.value <= 0) return null
  const interval = ratioInterval(above.values, below.values, generator)
  return { ...middle, interval: interval !== null && interval[0] > 0 ? interval : null }
}

function whyNot(a: Benchmark, b: Benchmark): string | null {
  if (isOtherWork(a, b)) return 'different workload'
  const bad = [`${a.status} in A`, `${b.status} in B`].filter((text) => !text.startsWith('ok'))
  return bad.length > 0 ? bad.join(', ') : null
}

/** Says why two figures of results that both succeeded have no ratio. */
function whyNoRatio(unit: string, a: CenterFigures, b: CenterFigures): string {
  const centers = [a, b].map((figures) => chooseCenter(figures)?.value)
  if (centers.includes(undefined)) return 'no figures'
  return centers.includes(0) ? `a ${unit === 'ns' ? 'time' : 'value'} of 0 has no ratio` : 'these values have no ratio'
}

function figuresOf({ median, mean, n }: MetricResult['statistics']): ComparedFigures {
  return { median, mean, n }
}
