/**
 * The quantile that `quantileOfSorted` gives, of values in any order, which are rearranged: for one or two quantiles
 * sorting takes ten times as long. The values must be numbers, at least one, and 0 ≤ `probability` ≤ 1.
 */
export function quantileBySelection(values: Float64Array, probability: number): number {
  const position = (values.length - 1) * probability
  const rank = Math.floor(position)
  const below = select(values, rank)
  if (rank === position) return below
  let above = Number.POSITIVE_INFINITY
  for (let index = rank + 1; index < values.length; index++) above = Math.min(above, values[index] as number)
  return below + (above - below) * (position - rank)
}

/**
 * Moves values until the one at `rank` (from 0) is the one that sorting would put there, no smaller one is after it and
 * no larger one before it: Hoare's FIND (1961).
 */
function select(values: Float64Array, rank: number): number {
  let first = 0
  let last = values.length - 1
  while (first < last) {
    const pivot = values[(first + last) >> 1] as number
    let low = first
    let high = last
    while (low <= high) {
      while ((values[low] as number) < pivot) low++
      while ((values[high] as number) > pivot) high--
      if (low > high) break
      const value = values[low] as number
      values[low++] = values[high] as number
      values[high--] = value
    }
    if (rank <= high) last = high
    else if (rank >= low) first = low
    else break
  }
  return values[rank] as number
}
