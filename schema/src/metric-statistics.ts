import { ownValue } from './own-value.ts'
import { quotient } from './quotient.ts'
import type { Benchmark, Metric, Sample } from './run.v1.generated.ts'
import {
  type Interval,
  mean,
  meanInterval,
  median,
  medianInterval,
  outliers,
  standardDeviation,
} from './statistics/index.ts'

/** The statistics of one metric of one benchmark, in the unit of the metric. */
export interface MetricStatistics {
  /**
   * The source of the figures. `samples` are computed from raw values. `summary` is copied from the summary of a
   * transcribed source.
   */
  basis: 'samples' | 'summary'
  /** The number of values. Null if a transcribed source does not state it. */
  n: number | null
  mean: number | null
  /**
   * The 95% interval of the mean by Student's t. Null for lists, because the values of one execution are not
   * independent.
   */
  meanInterval: Interval | null
  median: number | null
  /** The 95% interval of the median from order statistics. Null for lists and if n < 6. */
  medianInterval: Interval | null
  standardDeviation: number | null
  /** The standard deviation ÷ the mean. */
  coefficientOfVariation: number | null
  minimum: number | null
  maximum: number | null
  /** The indexes of outliers in the benchmark's `samples`. Outliers are flagged, never removed. */
  outliers: number[]
}

/**
 * The figures of a metric, with the independent values behind them. `values` is empty for lists and if nothing was
 * measured.
 */
export interface MetricResult {
  statistics: MetricStatistics
  values: number[]
}

/**
 * The figures of one metric of a benchmark. Warm-ups and failed samples are excluded. If one execution yields a list,
 * the lists are pooled. A metric with `per` is divided by the metric that `per` names, sample by sample. Quotients that
 * are not finite (0 ÷ 0, 1 ÷ 0) are excluded.
 */
export function metricStatistics(benchmark: Benchmark, metric: Metric): MetricResult {
  // Only warm-ups need a filter here, because a failed sample has no values.
  const counted = [...benchmark.samples.entries()].filter(([, { warmup }]) => !warmup)
  const measured = counted
    .map(([index, sample]) => ({ index, values: sampleValues(sample, metric) }))
    .filter(({ values }) => values.length > 0)
  if (measured.length === 0) return { statistics: transcribed(benchmark, metric), values: [] }

  const pooled = measured.flatMap(({ values }) => values)
  const independent = counted.some(([, { values }]) => Array.isArray(ownValue(values, metric.name))) ? [] : pooled
  const outlying = outliers(measured.map(({ values }) => median(values)))
  const [centre, deviation] = [mean(pooled), standardDeviation(pooled)]
  const statistics: MetricStatistics = {
    basis: 'samples',
    n: pooled.length,
    mean: centre,
    meanInterval: meanInterval(independent),
    median: median(pooled),
    medianInterval: medianInterval(independent),
    standardDeviation: deviation,
    coefficientOfVariation: quotient(deviation, centre),
    minimum: pooled.reduce((a, b) => Math.min(a, b)),
    maximum: pooled.reduce((a, b) => Math.max(a, b)),
    outliers: outlying.map((position) => (measured[position] as { index: number }).index),
  }
  return { statistics, values: independent }
}

/** All values that `metricStatistics` uses, including those in lists. Values from one list are not independent. */
export function countedValues(benchmark: Benchmark, metric: Metric): number[] {
  return benchmark.samples.flatMap((sample) => (sample.warmup ? [] : sampleValues(sample, metric)))
}

const NOTHING_MEASURED: MetricStatistics = {
  basis: 'samples',
  n: 0,
  mean: null,
  meanInterval: null,
  median: null,
  medianInterval: null,
  standardDeviation: null,
  coefficientOfVariation: null,
  minimum: null,
  maximum: null,
  outliers: [],
}

/** The figures of a benchmark or metric without values. */
export const NO_RESULT: MetricResult = { statistics: NOTHING_MEASURED, values: [] }

/**
 * The values of a metric in one sample: none, one, or a list. If the metric has a `per`, they are divided by the metric
 * that `per` names.
 */
export function sampleValues(sample: Sample, { name, per }: Metric): number[] {
  const own = ownValue(sample.values, name)
  const values = typeof own === 'number' ? [own] : (own ?? [])
  if (per === undefined) return values
  const divisor = ownValue(sample.values, per) as number
  return values.map((value) => value / divisor).filter(Number.isFinite)
}

/**
 * The figures of a transcribed summary. For a metric with `per`, they are mean ÷ mean and median ÷ median, without a
 * spread.
 */
function transcribed(benchmark: Benchmark, { name, per }: Metric): MetricStatistics {
  const own = benchmark.summary?.find((entry) => entry.metric === name)
  if (own === undefined) return NOTHING_MEASURED
  if (per !== undefined) {
    const divisor = benchmark.summary?.find((entry) => entry.metric === per)
    const rates = { mean: quotient(own.mean, divisor?.mean), median: quotient(own.median, divisor?.median) }
    return { ...NOTHING_MEASURED, basis: 'summary', n: own.n, ...rates }
  }
  return {
    ...NOTHING_MEASURED,
    basis: 'summary',
    n: own.n,
    mean: own.mean ?? null,
    median: own.median ?? null,
    standardDeviation: own.standardDeviation ?? null,
    coefficientOfVariation: quotient(own.standardDeviation, own.mean),
    minimum: own.minimum ?? null,
    maximum: own.maximum ?? null,
  }
}
