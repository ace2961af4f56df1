import { ownValue } from './own-value.ts'
import { quotient } from './quotient.ts'
import type { Benchmark, Metric, Sample } from './run.v1.generated.ts'
import { type Interval, mean, meanInterval, median, outliers, standardDeviation } from './statistics/index.ts'
import { medianIntervalOfSorted } from './statistics/median-interval.ts'
import { quantileOfSorted, sortAscending } from './statistics/quantile.ts'

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
  const pooled: number[] = []
  // The samples with values: their indexes, and the median of each.
  const indexes: number[] = []
  const medians: number[] = []
  let hasLists = false
  // A chain of list functions takes twice as long, and an index needs these figures of every benchmark.
  for (let index = 0; index < benchmark.samples.length; index++) {
    const sample = benchmark.samples[index] as Sample
    // Only warm-ups need a check here, because a failed sample has no values.
    if (sample.warmup) continue
    if (Array.isArray(ownValue(sample.values, metric.name))) hasLists = true
    const values = sampleValues(sample, metric)
    if (values.length === 0) continue
    for (let at = 0; at < values.length; at++) pooled.push(values[at] as number)
    indexes.push(index)
    medians.push(median(values))
  }
  if (indexes.length === 0) return { statistics: transcribed(benchmark, metric), values: [] }

  const independent = hasLists ? [] : pooled
  const sorted = sortAscending(pooled)
  const [centre, deviation] = [mean(pooled), standardDeviation(pooled)]
  const statistics: MetricStatistics = {
    basis: 'samples',
    n: pooled.length,
    mean: centre,
    meanInterval: meanInterval(independent),
    median: quantileOfSorted(sorted, 0.5),
    medianInterval: hasLists ? null : medianIntervalOfSorted(sorted),
    standardDeviation: deviation,
    coefficientOfVariation: quotient(deviation, centre),
    minimum: pooled.reduce((a, b) => Math.min(a, b)),
    maximum: pooled.reduce((a, b) => Math.max(a, b)),
    outliers: outliers(medians).map((position) => indexes[position] as number),
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
