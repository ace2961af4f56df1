import { type Interval, LEVEL } from './interval.ts'
import { studentTQuantile } from './student-t.ts'

/**
 * The arithmetic mean.
 * @throws {RangeError} for an empty list
 */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('a mean needs at least one value')
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The sample standard deviation (divided by n − 1), in the unit of the values. Null if n < 2. */
export function standardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const centre = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/**
 * The coefficient of variation: standard deviation ÷ mean, a plain ratio (0.03 is 3%). Null if n < 2 or the mean is 0.
 */
export function coefficientOfVariation(values: readonly number[]): number | null {
  const deviation = standardDeviation(values)
  const centre = deviation === null ? 0 : mean(values)
  return deviation === null || centre === 0 ? null : deviation / centre
}

/**
 * The 95% interval of the mean by Student's t: mean ± t(0.975, n − 1) · s ÷ √n. Null if n < 2. It is valid if the
 * values are independent and roughly normal. The interval of the median needs fewer assumptions.
 */
export function meanInterval(values: readonly number[]): Interval | null {
  const deviation = standardDeviation(values)
  if (deviation === null) return null
  const t = studentTQuantile((1 + LEVEL) / 2, values.length - 1)
  const half = (t * deviation) / Math.sqrt(values.length)
  return [mean(values) - half, mean(values) + half]
}
