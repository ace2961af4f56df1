/**
 * The quantile that `quantileOfSorted` would return for the sorted values. The values may be in any order, and are
 * rearranged. For one or two quantiles, sorting would take ten times as long. `values` must hold at least one number,
 * and 0 ≤ `probability` ≤ 1.
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
 * Returns the value that sorting would put at `rank` (counted from 0). Rearranges the values around it: no value after
 * it is smaller, and no value before it is larger (Hoare's FIND, 1961).
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
