import { type Interval, LEVEL } from './interval.ts'
import { mean, standardDeviation } from './mean-and-deviation.ts'
import { studentTQuantile } from './student-t.ts'

/**
 * The 95% prediction interval of one more value by Student's t: mean ± t(0.975, n − 1) · s · √(1 + 1 ÷ n). Null if
 * n < 2. It is valid if the values are independent and roughly normal. Source: Hahn and Meeker, Statistical Intervals,
 * 3.
 */
export function predictionInterval(values: readonly number[]): Interval | null {
  const deviation = standardDeviation(values)
  if (deviation === null) return null
  const t = studentTQuantile((1 + LEVEL) / 2, values.length - 1)
  const half = t * deviation * Math.sqrt(1 + 1 / values.length)
  return [mean(values) - half, mean(values) + half]
}
