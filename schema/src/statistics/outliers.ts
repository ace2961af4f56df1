import { median } from './quantile.ts'

/** Makes the median absolute deviation estimate the standard deviation of normal values: 1 ÷ Φ⁻¹(¾). */
const NORMAL_CONSISTENCY = 1.4826
const FEWEST = 5

/**
 * The indexes of the values further than 3 × 1.4826 × MAD from the median (Hampel's rule). None when the MAD is 0: more
 * than half of the values are equal then, and any other would be called an outlier. None among fewer than 5 values
 * either: the MAD of three is the smaller of two gaps, so that chance alone would flag most of them. To flag, never to
 * drop.
 */
export function outliers(values: readonly number[]): number[] {
  if (values.length < FEWEST) return []
  const centre = median(values)
  const distances = values.map((value) => Math.abs(value - centre))
  const limit = 3 * NORMAL_CONSISTENCY * median(distances)
  if (limit === 0) return []
  return [...distances.keys()].filter((index) => (distances[index] as number) > limit)
}
