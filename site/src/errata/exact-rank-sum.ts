/**
 * The two-sided p-value of the Mann–Whitney test by counting every way to deal the ranks, for a few values none of
 * which are equal: what `mannWhitneyP` approximates from 9 values on. scipy: `mannwhitneyu(…, method="exact")`.
 */
export function exactRankSumP(first: readonly number[], second: readonly number[]): number {
  const all = [...first, ...second].sort((a, b) => a - b)
  const sum = first.reduce((total, value) => total + all.indexOf(value) + 1, 0)
  const counts = countSums(first.length, all.length)
  const expected = (first.length * (all.length + 1)) / 2
  const distance = Math.abs(sum - expected)
  const deals = [...counts.values()].reduce((a, b) => a + b, 0)
  const asFar = [...counts].filter(([other]) => Math.abs(other - expected) >= distance)
  return asFar.reduce((total, [, count]) => total + count, 0) / deals
}

/** How many choices of `size` ranks out of 1…`ranks` have each sum. */
function countSums(size: number, ranks: number): Map<number, number> {
  const bySize = Array.from({ length: size + 1 }, () => new Map<number, number>())
  bySize[0]?.set(0, 1)
  for (let rank = 1; rank <= ranks; rank++) {
    for (let taken = Math.min(size, rank); taken >= 1; taken--) {
      for (const [sum, count] of bySize[taken - 1] ?? []) {
        bySize[taken]?.set(sum + rank, (bySize[taken]?.get(sum + rank) ?? 0) + count)
      }
    }
  }
  return bySize[size] ?? new Map()
}
