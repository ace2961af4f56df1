import {
  mean,
  meanInterval,
  median,
  medianInterval,
  quantile,
  standardDeviation,
  twoGroups,
} from '@plimsoll/schema/statistics'

/** The statistics of values, in the unit of the values; null if unknown. */
export interface ValueFigures {
  n: number | null
  mean: number | null
  /** The 95% interval of the mean, by Student's t. */
  meanInterval: [number, number] | null
  median: number | null
  /** The 95% interval of the median, from order statistics. Null below six values. */
  medianInterval: [number, number] | null
  quartiles: [number, number] | null
  minimum: number | null
  maximum: number | null
  deviation: number | null
  /** The medians of the two groups in which the values lie; null if they lie in one. */
  groups: [number, number] | null
  values: number[]
  warmups: number[]
}

/**
 * Computes the statistics of measured values.
 * @param independent false for the values of one execution, because such values have no intervals
 */
export function figuresOfValues(values: number[], warmups: number[], independent: boolean): ValueFigures {
  if (values.length === 0) return { ...NO_VALUES, warmups }
  return {
    n: values.length,
    mean: mean(values),
    meanInterval: independent ? meanInterval(values) : null,
    median: median(values),
    medianInterval: independent ? medianInterval(values) : null,
    quartiles: [quantile(values, 0.25), quantile(values, 0.75)],
    minimum: values.reduce((a, b) => Math.min(a, b)),
    maximum: values.reduce((a, b) => Math.max(a, b)),
    deviation: standardDeviation(values),
    groups: twoGroups(values),
    values,
    warmups,
  }
}

export const NO_VALUES: ValueFigures = {
  n: null,
  mean: null,
  meanInterval: null,
  median: null,
  medianInterval: null,
  quartiles: null,
  minimum: null,
  maximum: null,
  deviation: null,
  groups: null,
  values: [],
  warmups: [],
}
