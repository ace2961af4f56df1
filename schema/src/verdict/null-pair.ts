import { alignedRankP } from '../statistics/aligned-rank.ts'
import { hodgesLehmann } from '../statistics/hodges-lehmann.ts'
import { type BenchmarkPairs, logSlowdowns, type SlowdownInterval, slowdownInterval, slownessOf } from './slowdown.ts'

/** The level of the test of the null pair, whatever α the check has. */
const ALPHA = 0.01

/** What the null pair of a check shows: two variants that do the same work, each in slots of its own. */
export interface NullPairResult {
  benchmark: string
  rounds: number
  /** Of the aligned-rank sign-flip test, two-sided, of all rounds. */
  p: number
  /** p ≤ 1%: this job tells equal variants apart. Never with fewer than 8 rounds, whose smallest p is above 1%. */
  biased: boolean
  /** The Hodges–Lehmann estimate of the slowdown of the second base; null without a round. */
  slowdown: number | null
  /** Its 99% interval, the resolution of this job; null with fewer than 8 rounds. */
  interval: SlowdownInterval | null
}

/** Test the null pair of a check, once and after its last round; the `head` of its pairs is the second base. */
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
