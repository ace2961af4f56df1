import { type MetricResult, type MetricStatistics, metricStatistics, NO_RESULT, quotient } from './metric-statistics.ts'
import { findReferences } from './reference-benchmark.ts'
import type { Benchmark, Metric, RunDocument } from './run.v1.generated.ts'
import { type Generator, type Interval, randomGenerator, ratioInterval } from './statistics/index.ts'

/**
 * The version of the analysis. It increases whenever the figures of an unchanged document change. Pages show the
 * version that they used.
 */
export const ANALYSIS_VERSION = 1

/** The figures of one metric of one benchmark. All figures are null if nothing was measured (`n` is 0). */
export interface BenchmarkSummary extends MetricStatistics {
  /** The index into `document.benchmarks`. */
  benchmark: number
  metric: string
  /** The unit: `ns`, `bytes` or `operations`. For a metric with `per`, a quotient of two units, such as `bytes/ns`. */
  unit: string
  better: Metric['better']
  /** The ratio to the reference benchmark. Null for the reference itself, and if there is no reference with figures. */
  ratio: RatioToReference | null
}

/** The ratio of a benchmark to its reference benchmark. */
export interface RatioToReference {
  /** The scenario of the reference benchmark: `native` if it was measured, otherwise `layer`. */
  reference: string
  /** The median ÷ the median of the reference. If a transcribed benchmark has no median, mean ÷ mean. */
  value: number
  /**
   * The 95% bootstrap interval. Null for lists, for transcribed summaries, and if either side has fewer than 3 values.
   */
  interval: Interval | null
}

/**
 * The figures of every metric of every benchmark of a valid run, in document order. The same document always gives the
 * same figures, including the bootstrap intervals.
 * @param intervals if false, the intervals of the ratios are null, and the summary takes a hundredth of the time
 */
export function summarizeRun({ benchmarks, design, engines }: RunDocument, intervals = true): BenchmarkSummary[] {
  const measured = benchmarks.map(
    (benchmark) => new Map(benchmark.metrics.map((metric) => [metric.name, metricStatistics(benchmark, metric)])),
  )
  const references = findReferences({ benchmarks, engines })
  return benchmarks.flatMap((benchmark, index) =>
    benchmark.metrics.map((metric) => {
      const own = figuresAt(index, metric)
      const reference = references[index]?.find((at) => isMeasured(figuresAt(at, metric)))
      // Each benchmark has its own random stream, so its interval does not depend on the rest of the run.
      const generator = intervals ? randomGenerator(design.seed ?? 0, index + 1) : null
      return {
        benchmark: index,
        metric: metric.name,
        unit: unitOf(metric, benchmark),
        better: metric.better,
        ...own.statistics,
        ratio:
          reference === undefined
            ? null
            : ratioTo(benchmarks[reference] as Benchmark, figuresAt(reference, metric), own, generator),
      }
    }),
  )

  function figuresAt(index: number, { name }: Metric): MetricResult {
    return measured[index]?.get(name) ?? NO_RESULT
  }
}

/** The unit of a metric of a benchmark, as in its summary. */
export function unitOf({ unit, per }: Metric, benchmark: Pick<Benchmark, 'metrics'>): string {
  const divisor = benchmark.metrics.find((metric) => metric.name === per)
  return divisor === undefined ? unit : `${unit}/${divisor.unit}`
}

function isMeasured({ statistics }: MetricResult): boolean {
  return statistics.median !== null || statistics.mean !== null
}

function ratioTo(
  reference: Benchmark,
  theirs: MetricResult,
  own: MetricResult,
  generator: Generator | null,
): RatioToReference | null {
  const value =
    quotient(own.statistics.median, theirs.statistics.median) ?? quotient(own.statistics.mean, theirs.statistics.mean)
  if (value === null) return null
  const interval = generator && ratioInterval(own.values, theirs.values, generator)
  return { reference: reference.scenario, value, interval }
}
