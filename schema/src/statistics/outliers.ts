import { median } from './quantile.ts'

/**
 * The factor that makes the median absolute deviation (MAD) an estimate of the standard deviation of normal values: 1 ÷
 * Φ⁻¹(¾).
 */
const NORMAL_CONSISTENCY = 1.4826
const FEWEST = 5

/**
 * The indexes of the outliers: the values further than 3 × 1.4826 × MAD from the median (Hampel's rule). The MAD is the
 * median absolute deviation. Empty if the MAD is 0, because then more than half of the values are equal, and every
 * other value would be an outlier. Also empty below 5 values. The MAD of three values is the smaller of two gaps, so
 * chance alone would flag most of them. Outliers are flagged, never dropped.
 */
export function outliers(values: readonly number[]): number[] {
  if (values.length < FEWEST) return []
  const centre = median(values)
  const distances = values.map((value) => Math.abs(value - centre))
  const limit = 3 * NORMAL_CONSISTENCY * median(distances)
  if (limit === 0) return []
  return [...distances.keys()].filter((index) => (distances[index] as number) > limit)
}
