import { regularizedBeta } from './incomplete-beta.ts'
import { mean, standardDeviation } from './mean-and-deviation.ts'

/**
 * The two-sided p-value of Welch's t-test (1947) of equal means with unequal variances, with Satterthwaite's degrees of
 * freedom. If both sides are constant, the p-value is 1 if the sides are equal, and 0 if not.
 * @throws {RangeError} for fewer than two values on either side
 */
export function welchP(first: readonly number[], second: readonly number[]): number {
  const own = squaredError(first)
  const theirs = squaredError(second)
  const difference = mean(first) - mean(second)
  if (own + theirs === 0) return difference === 0 ? 1 : 0
  const degrees = (own + theirs) ** 2 / (own ** 2 / (first.length - 1) + theirs ** 2 / (second.length - 1))
  const square = difference ** 2 / (own + theirs)
  return regularizedBeta(degrees / (degrees + square), degrees / 2, 0.5)
}

/** The squared standard error of the mean. */
function squaredError(values: readonly number[]): number {
  const deviation = standardDeviation(values)
  if (deviation === null) throw new RangeError('a t-test needs at least two values in each sample')
  return deviation ** 2 / values.length
}
