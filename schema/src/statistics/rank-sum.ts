/**
 * Mann and Whitney's U of `first`, from the sum of its midranks. U is the number of pairs (a value of `first` and a
 * value of `second`) in which the value of `first` is larger. Equal values count half. `tieTerm` is Σ t³ − t over the
 * groups of t equal values. It is 0 if all values are distinct.
 * @throws {RangeError} for an empty list
 */
export function rankSum(first: readonly number[], second: readonly number[]): { u: number; tieTerm: number } {
  if (first.length === 0 || second.length === 0) throw new RangeError('a comparison needs a value in each sample')
  const all = [...first.map((value) => ({ value, own: 1 })), ...second.map((value) => ({ value, own: 0 }))]
  all.sort((a, b) => a.value - b.value)
  let sum = 0
  let tieTerm = 0
  for (let start = 0; start < all.length; ) {
    const value = all[start]?.value
    let end = start
    let own = 0
    while (end < all.length && all[end]?.value === value) own += all[end++]?.own ?? 0
    const tied = end - start
    // The midrank of equal values is the mean of the ranks start + 1 … end.
    sum += own * ((start + 1 + end) / 2)
    tieTerm += tied ** 3 - tied
    start = end
  }
  return { u: sum - (first.length * (first.length + 1)) / 2, tieTerm }
}
