/**
 * The two-sided p-value of Σ scores under random signs: the share of the 2ⁿ sign patterns with |Σ ± |score|| at least
 * as large as the observed one. It is exact, including ties and zeros, by dynamic programming over the reachable sums.
 * The smallest p of n scores is 2¹⁻ⁿ. The scores are multiples of ½, as differences of midranks are. The p-value is 1
 * if there are no scores.
 * @throws {RangeError} for scores that are not multiples of ½
 */
export function signFlipP(scores: ArrayLike<number>): number {
  // Doubling turns midranks into integers.
  const doubled = Array.from(scores, (score) => 2 * score)
  if (!doubled.every(Number.isSafeInteger))
    throw new RangeError('every score of a sign-flip test must be a multiple of ½')
  const positive = sumOf(doubled.filter((score) => score > 0))
  const negative = -sumOf(doubled.filter((score) => score < 0))
  if (positive === negative) return 1
  return Math.min(1, 2 * sumOf(subsetSums(doubled.map(Math.abs), Math.min(positive, negative))))
}

/**
 * P(T = 0), P(T = 1), … P(T = limit), where T is the sum of a random subset of `sizes` (integers from 0). The subset
 * includes each size with probability ½. The probabilities are exact in doubles for up to 53 sizes.
 */
export function subsetSums(sizes: readonly number[], limit: number): Float64Array {
  const chances = new Float64Array(limit + 1)
  chances[0] = 1
  let reached = 0
  for (const size of sizes) {
    reached = Math.min(limit, reached + size)
    for (let sum = reached; sum >= size; sum--) {
      chances[sum] = ((chances[sum] as number) + (chances[sum - size] as number)) / 2
    }
    for (let sum = Math.min(size, reached + 1) - 1; sum >= 0; sum--) chances[sum] = (chances[sum] as number) / 2
  }
  return chances
}

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
