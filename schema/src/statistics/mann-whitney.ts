import { normalTail } from './normal.ts'
import { rankSum } from './rank-sum.ts'

/** The largest sample size with an exact distribution, as in scipy. */
const SMALL = 8

/**
 * The two-sided p-value of the Mann–Whitney U test of the hypothesis that `first` and `second` have the same
 * distribution (Mann and Whitney 1947). It is exact if either side has at most 8 values, no two values are equal, and a
 * double can count the orders. Otherwise it is the normal approximation with corrections for ties and for continuity.
 * It equals scipy's `mannwhitneyu` with `method="auto"`, except that scipy also counts exactly beyond 2⁵³ orders (8
 * values against 400). It is 1 if all values are equal. The values must be independent.
 * @throws {RangeError} for an empty list
 */
export function mannWhitneyP(first: readonly number[], second: readonly number[]): number {
  const { u, tieTerm } = rankSum(first, second)
  const larger = Math.max(u, first.length * second.length - u)
  const few = Math.min(first.length, second.length)
  const counts = few <= SMALL && tieTerm === 0 ? orderCounts(few, Math.max(first.length, second.length)) : null
  const tail = counts === null ? approximateTail(larger, first.length, second.length, tieTerm) : share(counts, larger)
  return Math.min(1, 2 * tail)
}

/**
 * The p-value of the Mann–Whitney U test, always from the exact distribution. It equals scipy's `mannwhitneyu` with
 * `method="exact"` for distinct values.
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

function approximateTail(u: number, m: number, n: number, tieTerm: number): number {
  const all = m + n
  const deviation = Math.sqrt(((m * n) / 12) * (all + 1 - tieTerm / (all * (all - 1))))
  return deviation === 0 ? 1 : normalTail((u - (m * n) / 2 - 0.5) / deviation)
}
