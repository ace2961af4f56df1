import { alignedRankP } from '../statistics/aligned-rank.ts'
import { hodgesLehmann } from '../statistics/hodges-lehmann.ts'
import {
  type BenchmarkPairs,
  computeSlowness,
  logSlowdowns,
  type SlowdownInterval,
  slowdownInterval,
} from './slowdown.ts'

/** The level of the null pair's test, independent of the α of the check. */
const ALPHA = 0.01

/**
 * The result of the null pair of a check. A null pair is two variants that do the same work, each in its own slots (the
 * fresh directories, volumes and containers of samples).
 */
export interface NullPairResult {
  benchmark: string
  rounds: number
  /** The two-sided p-value of the aligned-rank sign-flip test over all rounds. */
  p: number
  /**
   * Whether two identical variants differ in this job (p ≤ 1%). Never true below 8 rounds, because the smallest p of so
   * few rounds is above 1%.
   */
  biased: boolean
  /** The Hodges–Lehmann estimate of the slowdown of the second base. Null if there are no rounds. */
  slowdown: number | null
  /**
   * The 99% interval of the slowdown, which shows the resolution of this job. Null if there are fewer than 8 rounds.
   */
  interval: SlowdownInterval | null
}

/**
 * Tests the null pair of a check (two identical variants) once, after the last round of the check. The `head` of the
 * null pair is the second base.
 */
export function testNullPair(nullPair: BenchmarkPairs): NullPairResult {
  const { base, head } = computeSlowness(nullPair)
  const slowdowns = logSlowdowns(base, head)
  const p = alignedRankP(base, head)
  return {
    benchmark: nullPair.benchmark,
    rounds: base.length,
    p,
    biased: p <= ALPHA,
    slowdown: base.length === 0 ? null : Math.expm1(hodgesLehmann(slowdowns)),
    interval: slowdownInterval(slowdowns, 1 - ALPHA),
  }
}
