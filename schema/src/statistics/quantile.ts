/**
 * The quantile at `probability` (0 to 1) by linear interpolation between order statistics: type 7 of Hyndman and Fan
 * (1996), the default of R, NumPy and Excel.
 * @throws {RangeError} for an empty list
 */
export function quantile(values: readonly number[], probability: number): number {
  return quantileOfSorted(sortAscending(values), probability)
}

/**
 * The median: the middle value, or the mean of the two middle values.
 * @throws {RangeError} for an empty list
 */
export function median(values: readonly number[]): number {
  // Nearly every sample has one value for each metric, and sorting a list of one takes ten times as long as returning it.
  const [only] = values
  return values.length === 1 && only !== undefined ? only : quantile(values, 0.5)
}

/** The `quantile` of values in ascending order. */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number): number {
  const position = (sorted.length - 1) * probability
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined)
    throw new RangeError('a quantile needs at least one value, and a probability from 0 to 1')
  return below + (above - below) * (position - Math.floor(position))
}

/** Returns a copy of values in ascending numerical order. */
export function sortAscending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}
