import { alignedRankP } from '../statistics/aligned-rank.ts'
import { hodgesLehmann } from '../statistics/hodges-lehmann.ts'
import { type BenchmarkPairs, logSlowdowns, type SlowdownInterval, slowdownInterval, slownessOf } from './slowdown.ts'

/** The level of the null pair's test, independent of the α of the check. */
const ALPHA = 0.01

/** What the null pair of a check shows: two variants that do the same work, each in slots of its own. */
export interface NullPairResult {
  benchmark: string
  rounds: number
  /** The two-sided p-value of the aligned-rank sign-flip test over all rounds. */
  p: number
  /**
   * p ≤ 1%: two identical variants differ in this job. Never true below 8 rounds, because their smallest p is above 1%.
   */
  biased: boolean
  /** The Hodges–Lehmann estimate of the slowdown of the second base; null without rounds. */
  slowdown: number | null
  /** The 99% interval of the slowdown, which shows the resolution of this job; null with fewer than 8 rounds. */
  interval: SlowdownInterval | null
}

/** Tests the null pair of a check, once, after its last round. The `head` of its pairs is the second base. */
export function testNullPair(nullPair: BenchmarkPairs): NullPairResult {
  const { base, head } = slownessOf(nullPair)
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
