import { formatAmount } from './format.ts'
import { quotient } from './quotient.ts'

/**
 * The one value of a result. Every page, badge, chart and file shows this value for the result.
 */
export interface Center {
  /** In the unit of the figures. */
  value: number
  statistic: Statistic
}

/** `mean` is the mean that a transcribed source states, if it states no median and no values. */
export type Statistic = 'median' | 'mean'

/** The figures from which a result's value is chosen. */
export interface CenterFigures {
  median: number | null
  mean: number | null
}

/**
 * Chooses the value of a result: its median, or the mean of a source that states no median. There is a median wherever
 * there are samples. Null if there is neither.
 */
export function chooseCenter({ median, mean }: CenterFigures): Center | null {
  if (median !== null) return { value: median, statistic: 'median' }
  return mean === null ? null : { value: mean, statistic: 'mean' }
}

/**
 * The ratio of a result to another one: the quotient of their medians, or of their means if one of them has no median.
 * Null if either value is missing, or 0: a ratio to or of nothing says nothing, and the means would hide that.
 */
export function ratioOfCenters(own: CenterFigures, reference: CenterFigures): Center | null {
  const statistic = own.median === null || reference.median === null ? 'mean' : 'median'
  const value = quotient(own[statistic], reference[statistic])
  return value === null || value === 0 ? null : { value, statistic }
}

/** Formats the value of a result: `8.99 s`, or `8.99 s (mean of the source)`. */
export function formatCenter({ value, statistic }: Center, unit: string): string {
  const amount = formatAmount(value, unit)
  return statistic === 'median' ? amount : `${amount} (${STATISTIC_TITLES[statistic]})`
}

/** The names of the statistics, as pages show them. */
export const STATISTIC_TITLES: Record<Statistic, string> = { median: 'median', mean: 'mean of the source' }
