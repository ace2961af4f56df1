import { type Interval, LEVEL } from './interval.ts'
import { mean, standardDeviation } from './mean-and-deviation.ts'
import { studentTQuantile } from './student-t.ts'

/**
 * Student's t interval of the mean, 95%: mean ± t(0.975, n − 1) · s ÷ √n; null when n < 2. Valid if the values are
 * independent and roughly normal. The interval of the median needs fewer assumptions.
 */
export function meanInterval(values: readonly number[]): Interval | null {
  const deviation = standardDeviation(values)
  if (deviation === null) return null
  const t = studentTQuantile((1 + LEVEL) / 2, values.length - 1)
  const half = (t * deviation) / Math.sqrt(values.length)
  return [mean(values) - half, mean(values) + half]
}
