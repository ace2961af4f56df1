import type { Interval } from './interval.ts'
import { quantileOfSorted } from './quantile.ts'
import { subsetSums } from './sign-flip.ts'

/** The n(n + 1) ÷ 2 Walsh averages (values[i] + values[j]) ÷ 2, i ≤ j, in ascending order. */
export function walshAverages(values: readonly number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2)
  let next = 0
  for (let i = 0; i < values.length; i++) {
    for (let j = i; j < values.length; j++) averages[next++] = ((values[i] as number) + (values[j] as number)) / 2
  }
  return averages.sort()
}

/**
 * The Hodges–Lehmann estimate of the centre of symmetry: the median of the Walsh averages (Hodges and Lehmann 1963), in
 * the unit of the values.
 * @throws {RangeError} for an empty list
 */
export function hodgesLehmann(values: readonly number[]): number {
  return quantileOfSorted(walshAverages(values), 0.5)
}

/**
 * The order-statistic interval of the Hodges–Lehmann estimate. It is the narrowest interval from the k-th smallest to
 * the k-th largest Walsh average that covers the centre with at least `level` (Hollander, Wolfe and Chicken,
 * Nonparametric Statistical Methods, 3.3). The coverage is that of the exact signed-rank distribution. Null if even the
 * widest interval does not reach the level.
 */
export function hodgesLehmannInterval(values: readonly number[], level: number): Interval | null {
  return intervalOfWalsh(walshAverages(values), values.length, level)
}

/** The interval of `hodgesLehmannInterval`, from the Walsh averages of n values. */
export function intervalOfWalsh(walsh: Float64Array, n: number, level: number): Interval | null {
  const rank = intervalRank(n, level)
  return rank === 0 ? null : [walsh[rank - 1] as number, walsh[walsh.length - rank] as number]
}

const ranks = new Map<string, number>()

/**
 * The largest k with 2 · P(T ≤ k − 1) ≤ 1 − level, where T is the signed-rank sum of n values. 0 if there is no such k.
 */
function intervalRank(n: number, level: number): number {
  const key = `${n} ${level}`
  const known = ranks.get(key)
  if (known !== undefined) return known
  const sizes = Array.from({ length: n }, (_, index) => index + 1)
  const chances = subsetSums(sizes, Math.floor((n * (n + 1)) / 4))
  let rank = 0
  let tail = chances[0] as number
  // 1 − level is rounded, so the comparison allows a difference in the last bits.
  while (rank < chances.length && 2 * tail <= (1 - level) * (1 + 1e-12)) tail += chances[++rank] ?? 1
  ranks.set(key, rank)
  return rank
}
