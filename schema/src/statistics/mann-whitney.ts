import { rankSum } from './rank-sum.ts'

/**
 * The two-sided p-value of the Mann–Whitney U test of the hypothesis that `first` and `second` have the same
 * distribution (Mann and Whitney 1947), from the exact distribution. It equals scipy's `mannwhitneyu` with
 * `method="exact"` for distinct values. The values must be independent.
 * @throws {RangeError} for an empty list, if two values are equal, and if a double cannot count the orders
 */
export function exactMannWhitneyP(first: readonly number[], second: readonly number[]): number {
  const { u, tieTerm } = rankSum(first, second)
  const [few, many] = [first.length, second.length].sort((a, b) => a - b) as [number, number]
  const counts = tieTerm === 0 ? orderCounts(few, many) : null
  if (counts === null)
    throw new RangeError(
      'the exact test needs distinct values, and so few of them that a double can count their orders',
    )
  return Math.min(1, 2 * share(counts, Math.max(u, few * many - u)))
}

/**
 * The number of orders of m and n distinct values for each U. These numbers are the coefficients of the Gaussian
 * binomial ∏ (1 − qⁿ⁺ⁱ) ÷ (1 − qⁱ), i = 1 … m. Null if a double cannot count the orders.
 */
function orderCounts(m: number, n: number): Float64Array | null {
  const counts = new Float64Array(m * n + 1)
  counts[0] = 1
  let orders = 1
  for (let i = 1; i <= m; i++) {
    orders = (orders * (n + i)) / i
    if (orders > Number.MAX_SAFE_INTEGER) return null
    for (let u = counts.length - 1; u >= n + i; u--) counts[u] = at(u) - at(u - n - i)
    for (let u = i; u < counts.length; u++) counts[u] = at(u) + at(u - i)
  }
  return counts

  function at(u: number): number {
    return counts[u] as number
  }
}

/** The share of the orders whose U is at least `u`. */
function share(counts: Float64Array, u: number): number {
  const sum = (list: Float64Array) => list.reduce((total, count) => total + count, 0)
  return sum(counts.subarray(u)) / sum(counts)
}
