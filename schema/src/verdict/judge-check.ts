import { alignedRankInterval } from '../statistics/aligned-rank.ts'
import type { Interval } from '../statistics/interval.ts'
import { signedRankP } from '../statistics/signed-rank.ts'
import { BOUND_LEVEL, DEFAULT_DESIGN, type Design, FIRST_REPORT, LOOKS } from './check-design.ts'
import { computeLookStatistics } from './hypothesis-test.ts'
import { type NullPairResult, testNullPair } from './null-pair.ts'
import { type Decision, decide, type Verdict } from './sequential-verdicts.ts'
import {
  type BenchmarkPairs,
  computeSlowness,
  logSlowdowns,
  type SlowdownInterval,
  slowdownInterval,
} from './slowdown.ts'

export interface BenchmarkVerdict {
  benchmark: string
  /** The verdict. Null in an unreliable check, which reports nothing. */
  verdict: Verdict | null
  /** Whether no further round can change the verdict. The benchmark then needs no more samples. */
  stopped: boolean
  /**
   * The number of rounds of the look (interim analysis) that produced the verdict. The following fields are based on
   * these rounds. It is 0 before the first look.
   */
  rounds: number
  /** The Hodges–Lehmann estimate as a ratio minus 1: 0.1 is 10% slower. */
  slowdown: number | null
  /**
   * The interval behind the verdict. For "not slower" and "inconclusive", its upper end is the bound: "at most +x%".
   * For "slower" and "faster", it holds the changes that the test of no look rejects at the level of the report, and
   * excludes 0.
   */
  interval: SlowdownInterval | null
  /**
   * The p-value adjusted for looks (× 4.2) and benchmarks (Holm). The change is reported if this p-value is at or below
   * α.
   */
  adjustedP: number
  /**
   * The unadjusted p-value of the exact signed-rank test of the same rounds. It is a cross-check that does not affect
   * the verdict.
   */
  signedRankP: number | null
}

export interface CheckVerdict {
  /** The check is `unreliable` if the null pair (two identical variants) shows a difference. */
  status: 'reliable' | 'unreliable'
  nullPair: NullPairResult | null
  benchmarks: BenchmarkVerdict[]
}

/**
 * The verdicts of a check. The null pair compares two identical variants; its `head` is the second base.
 * @param ended if false, the null pair does not affect the status. The test of the null pair is valid for one look
 * only, and repeated tests would find a bias by chance
 * @throws {RangeError} if a value is not above 0
 */
export function judgeCheck(
  benchmarks: readonly BenchmarkPairs[],
  nullPair: BenchmarkPairs | null,
  design?: Design,
  { ended = true } = {},
): CheckVerdict {
  const tested = nullPair === null ? null : testNullPair(nullPair)
  const verdicts = judgeBenchmarks(benchmarks, design)
  return ended && tested?.biased
    ? { status: 'unreliable', nullPair: tested, benchmarks: verdicts.map((verdict) => ({ ...verdict, verdict: null })) }
    : { status: 'reliable', nullPair: tested, benchmarks: verdicts }
}

/**
 * The verdicts of the benchmarks of a check so far. `benchmarks` must hold all benchmarks of the check, because they
 * are one family. If this function is called after each round, it shows which benchmarks need no more samples.
 * @throws {RangeError} if a value is not above 0
 */
export function judgeBenchmarks(
  benchmarks: readonly BenchmarkPairs[],
  design: Design = DEFAULT_DESIGN,
): BenchmarkVerdict[] {
  const decisions = decide(benchmarks.map(computeLookStatistics), design)
  return benchmarks.map((benchmark, index) => describe(benchmark, decisions[index] as Decision))
}

function describe(benchmark: BenchmarkPairs, decision: Decision): BenchmarkVerdict {
  const { verdict, stopped, evidence, adjustedP, reportedAt } = decision
  const rounds = evidence?.rounds ?? 0
  const { base, head } = computeSlowness(benchmark)
  const slowdowns = logSlowdowns(base, head).slice(0, rounds)
  return {
    benchmark: benchmark.benchmark,
    verdict,
    stopped,
    rounds,
    slowdown: evidence === null ? null : Math.expm1(evidence.slowdown),
    interval:
      reportedAt === null
        ? slowdownInterval(slowdowns, BOUND_LEVEL)
        : reportInterval(base.slice(0, rounds), head.slice(0, rounds), 1 - reportedAt),
    adjustedP,
    signedRankP: evidence === null ? null : signedRankP(slowdowns),
  }
}

/**
 * The intersection of the intervals of all looks (interim analyses). All looks are needed, because the report may be
 * based on an earlier look than the last.
 */
function reportInterval(base: readonly number[], head: readonly number[], level: number): SlowdownInterval | null {
  const looks = LOOKS.filter((rounds) => rounds >= FIRST_REPORT && rounds <= base.length)
  const ends = looks
    .map((rounds) => alignedRankInterval(base.slice(0, rounds), head.slice(0, rounds), level))
    .reduce(intersect, null)
  return ends && { ends: [Math.expm1(ends[0]), Math.expm1(ends[1])], level }
}

function intersect(a: Interval | null, b: Interval | null): Interval | null {
  if (a === null || b === null) return a ?? b
  const both: Interval = [Math.max(a[0], b[0]), Math.min(a[1], b[1])]
  return both[0] <= both[1] ? both : b
}
