/** The rank of each value from 1 (smallest) to n. Equal values share the mean of their ranks, a multiple of ½. */
export function midranks(values: ArrayLike<number>): Float64Array {
  const ranks = new Float64Array(values.length)
  const order = Uint32Array.from(ranks.keys()).sort((a, b) => (values[a] as number) - (values[b] as number))
  for (let start = 0; start < order.length; ) {
    const value = values[order[start] as number]
    let end = start
    while (end < order.length && values[order[end] as number] === value) end++
    // The shared rank is the mean of the ranks start + 1 … end.
    for (let i = start; i < end; i++) ranks[order[i] as number] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}
