import { type Interval, LEVEL } from './interval.ts'
import { sortAscending } from './quantile.ts'

/**
 * The order-statistic interval of the median. It is the narrowest interval from the k-th smallest to the k-th largest
 * value that covers the median with at least 95%, for any distribution of the values. Null if n < 6, because then not
 * even the interval from the smallest to the largest value reaches 95%.
 */
export function medianInterval(values: readonly number[]): Interval | null {
  return medianIntervalOfSorted(sortAscending(values))
}

/** The `medianInterval` of values in ascending order. */
export function medianIntervalOfSorted(sorted: readonly number[]): Interval | null {
  const rank = medianIntervalRank(sorted.length)
  if (rank === null) return null
  return [sorted[rank - 1] as number, sorted[sorted.length - rank] as number]
}

/**
 * The rank k of the order-statistic interval of the median for n values. It is the largest k with an exact coverage of
 * at least 95%. The coverage is 1 − 2 · P(B ≤ k − 1) with B binomial(n, ½) (David and Nagaraja, Order Statistics, 7.1).
 * Null if there is no such k.
 */
export function medianIntervalRank(n: number): number | null {
  const tail = (1 - LEVEL) / 2
  let rank = 0
  let logTerm = -n * Math.LN2
  let cumulative = Math.exp(logTerm)
  while (cumulative <= tail && rank < n / 2) {
    rank++
    // The terms are computed as logarithms, because 2⁻ⁿ underflows a double for n > 1,074.
    logTerm += Math.log((n - rank + 1) / rank)
    cumulative += Math.exp(logTerm)
  }
  return rank === 0 ? null : rank
}
