import { midranks } from './midranks.ts'
import { quantileOfSorted } from './quantile.ts'
import { signFlipP } from './sign-flip.ts'

/** In rounds: five before, the round itself, five after. At both ends it is the first, or the last, eleven. */
const WINDOW = 11

/**
 * The two-sided p-value of the aligned-rank sign-flip test that base and head of each round are exchangeable; the two
 * lists hold one value of each round, in the order of the rounds. Exact: see `signFlipP`. 1 for no rounds.
 */
export function alignedRankP(base: readonly number[], head: readonly number[]): number {
  return signFlipP(alignedRankScores(base, head))
}

/**
 * For each round the rank of head less the rank of base among all 2n values (midranks), after taking from both the
 * median of all values of the rounds near by (aligned ranks: Hodges and Lehmann 1962). That median does not know which
 * arm a value is from, so exchanging the arms of a round changes the sign of its score and nothing else.
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
