import { mean, meanInterval, median, quantile, standardDeviation } from '@plimsoll/schema/statistics'

/** The statistics of values, in the unit of the values; null if unknown. */
export interface ValueFigures {
  n: number | null
  average: number | null
  /** The 95% confidence interval of the mean, by Student's t. */
  interval: [number, number] | null
  median: number | null
  quartiles: [number, number] | null
  minimum: number | null
  maximum: number | null
  deviation: number | null
  values: number[]
  warmups: number[]
}

/**
 * Computes the statistics of measured values.
 * @param independent false for the values of one execution, because such values have no interval
 */
export function figuresOfValues(values: number[], warmups: number[], independent: boolean): ValueFigures {
  if (values.length === 0) return { ...NO_VALUES, warmups }
  return {
    n: values.length,
    average: mean(values),
    interval: independent ? meanInterval(values) : null,
    median: median(values),
    quartiles: [quantile(values, 0.25), quantile(values, 0.75)],
    minimum: values.reduce((a, b) => Math.min(a, b)),
    maximum: values.reduce((a, b) => Math.max(a, b)),
    deviation: standardDeviation(values),
    values,
    warmups,
  }
}

export const NO_VALUES: ValueFigures = {
  n: null,
  average: null,
  interval: null,
  median: null,
  quartiles: null,
  minimum: null,
  maximum: null,
  deviation: null,
  values: [],
  warmups: [],
}
