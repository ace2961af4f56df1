import { type Interval, LEVEL } from './interval.ts'
import { mean, standardDeviation } from './mean-and-deviation.ts'
import { studentTQuantile } from './student-t.ts'

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
