import { regularizedBeta } from './incomplete-beta.ts'
import { type Interval, LEVEL } from './interval.ts'
import { mean, standardDeviation } from './mean-and-deviation.ts'
import { studentTQuantile } from './student-t.ts'

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
  const degrees = degreesOfFreedom(own, first.length, theirs, second.length)
  const square = difference ** 2 / (own + theirs)
  return regularizedBeta(degrees / (degrees + square), degrees / 2, 0.5)
}

/**
 * The 95% interval of mean(first) − mean(second) by Welch's t: the differences that `welchP` does not reject at 5%.
 * @throws {RangeError} for fewer than two values on either side
 */
export function welchInterval(first: readonly number[], second: readonly number[]): Interval {
  const own = squaredError(first)
  const theirs = squaredError(second)
  const difference = mean(first) - mean(second)
  if (own + theirs === 0) return [difference, difference]
  const t = studentTQuantile((1 + LEVEL) / 2, degreesOfFreedom(own, first.length, theirs, second.length))
  const half = t * Math.sqrt(own + theirs)
  return [difference - half, difference + half]
}

/** Satterthwaite's degrees of freedom. */
function degreesOfFreedom(own: number, n: number, theirs: number, m: number): number {
  return (own + theirs) ** 2 / (own ** 2 / (n - 1) + theirs ** 2 / (m - 1))
}

/** The squared standard error of the mean. */
function squaredError(values: readonly number[]): number {
  const deviation = standardDeviation(values)
  if (deviation === null) throw new RangeError('a t-test needs at least two values in each sample')
  return deviation ** 2 / values.length
}
