import { hodgesLehmann } from './hodges-lehmann.ts'
import type { Interval } from './interval.ts'
import { midranks } from './midranks.ts'
import { quantileOfSorted } from './quantile.ts'
import { signFlipP } from './sign-flip.ts'

/**
 * The number of nearby rounds: five before a round, the round itself, and five after it. A round near the start or the
 * end uses the first or the last eleven rounds.
 */
const WINDOW = 11

/**
 * The two-sided p-value of the aligned-rank sign-flip test of the hypothesis that base and head are exchangeable in
 * each round. The two lists hold one value per round, in the order of the rounds. The p-value is exact: see
 * `signFlipP`. It is 1 if there are no rounds.
 */
export function alignedRankP(base: readonly number[], head: readonly number[]): number {
  return signFlipP(alignedRankScores(base, head))
}

/** The number of bisection steps. The ends are then accurate to 2⁻³⁰ of the searched range. */
const STEPS = 30

/**
 * The interval of shifts of head that the test does not reject at 1 − level. A shift is an amount that is subtracted
 * from every value of head, to make head exchangeable with base (inversion of the test: Hodges and Lehmann 1963). The
 * interval excludes 0 if the test rejects at that level. Null if there are too few rounds to reject anything, or if the
 * test rejects its own centre.
 */
export function alignedRankInterval(base: readonly number[], head: readonly number[], level: number): Interval | null {
  const centre = hodgesLehmann(head.map((value, round) => value - (base[round] as number)))
  const isRejected = (shift: number) =>
    alignedRankP(
      base,
      head.map((value) => value - shift),
    ) <=
    1 - level
  if (2 ** (1 - base.length) > 1 - level || isRejected(centre)) return null
  return [end(-1), end(1)]

  function end(direction: 1 | -1): number {
    let [kept, rejected] = [centre, outside(direction)]
    for (let step = 0; step < STEPS; step++) {
      const middle = (kept + rejected) / 2
      if (isRejected(middle)) rejected = middle
      else kept = middle
    }
    return kept
  }

  /**
   * A shift that the test rejects. It is 0 if the test rejects 0. Otherwise it is the first one found by doubling the
   * distance.
   */
  function outside(direction: 1 | -1): number {
    if (Math.sign(-centre) === direction && isRejected(0)) return 0
    let distance = Math.abs(centre) || 1e-3
    while (!isRejected(centre + direction * distance)) distance *= 2
    return centre + direction * distance
  }
}

/**
 * For each round, the rank of head minus the rank of base among all 2n values (midranks). Before ranking, the median of
 * all values of the nearby rounds is subtracted from both values (aligned ranks: Hodges and Lehmann 1962). The median
 * ignores the variants, so exchanging the variants of a round only changes the sign of the round's score.
 */
export function alignedRankScores(base: readonly number[], head: readonly number[]): Float64Array {
  const n = base.length
  const values = Float64Array.from([...base, ...head])
  const aligned = new Float64Array(2 * n)
  for (let round = 0; round < n; round++) {
    const first = Math.max(0, Math.min(round - (WINDOW - 1) / 2, n - WINDOW))
    const end = Math.min(n, first + WINDOW)
    const near = new Float64Array(2 * (end - first))
    near.set(values.subarray(first, end))
    near.set(values.subarray(n + first, n + end), end - first)
    const level = quantileOfSorted(near.sort(), 0.5)
    aligned[round] = (values[round] as number) - level
    aligned[n + round] = (values[n + round] as number) - level
  }
  const ranks = midranks(aligned)
  return ranks.slice(n).map((rank, round) => rank - (ranks[round] as number))
}
