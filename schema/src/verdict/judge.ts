import { alignedRankInterval } from '../statistics/aligned-rank.ts'
import type { Interval } from '../statistics/interval.ts'
import { signedRankP } from '../statistics/signed-rank.ts'
import { type Decision, decide, type Verdict } from './decide.ts'
import { BOUND_LEVEL, DEFAULT_DESIGN, type Design, FIRST_CALL, LOOKS } from './design.ts'
import { evidenceOf } from './evidence.ts'
import { type NullPairResult, testNullPair } from './null-pair.ts'
import { type CellPairs, logSlowdowns, type SlowdownInterval, slowdownInterval, slownessOf } from './slowdown.ts'

export interface CellVerdict {
  cell: string
  /** null in an unfit check, which calls nothing. */
  verdict: Verdict | null
  /** No further round can change the verdict: this cell needs no more samples. */
  stopped: boolean
  /** The rounds of the look the verdict was drawn from; what follows is of these. 0 before the first look. */
  rounds: number
  /** The Hodges–Lehmann estimate, as a ratio less 1: 0.1 is 10% slower. */
  slowdown: number | null
  /**
   * The interval the verdict used. Of "not slower" and "inconclusive" its upper end is the bound: "at most +x%". Of
   * "slower" and "faster" it is what no look's test rejects at the level of the call; 0 is not in it.
   */
  interval: SlowdownInterval | null
  /** Adjusted for looks (× 4.2) and cells (Holm); called at or below α. */
  adjustedP: number
  /** The exact signed-rank test of the same rounds, adjusted for nothing: a cross-check that decides nothing. */
  signedRankP: number | null
}

export interface CheckVerdict {
  /** `unfit`: the null pair shows that this job tells equal arms apart. */
  status: 'fit' | 'unfit'
  nullPair: NullPairResult | null
  cells: CellVerdict[]
}

/**
 * The verdicts of a check; the `head` of the null pair is the second base. Throws as `judgeCells`.
 * @param ended before that a null pair decides nothing: its test is for one look, and at each of many it would find a
 * bias where there is none
 */
export function judgeCheck(
  cells: readonly CellPairs[],
  nullPair: CellPairs | null,
  design?: Design,
  { ended = true } = {},
): CheckVerdict {
  const tested = nullPair === null ? null : testNullPair(nullPair)
  const verdicts = judgeCells(cells, design)
  return ended && tested?.biased
    ? { status: 'unfit', nullPair: tested, cells: verdicts.map((verdict) => ({ ...verdict, verdict: null })) }
    : { status: 'fit', nullPair: tested, cells: verdicts }
}

/**
 * The verdicts of the cells of a check so far. `cells` holds all of them: they are one family. After a round of a check
 * it says which cells need no more samples. Throws a RangeError where a value is not above 0.
 */
export function judgeCells(cells: readonly CellPairs[], design: Design = DEFAULT_DESIGN): CellVerdict[] {
  const decisions = decide(cells.map(evidenceOf), design)
  return cells.map((cell, index) => describe(cell, decisions[index] as Decision))
}

function describe(cell: CellPairs, decision: Decision): CellVerdict {
  const { verdict, stopped, evidence, adjustedP, calledAt } = decision
  const rounds = evidence?.rounds ?? 0
  const { base, head } = slownessOf(cell)
  const slowdowns = logSlowdowns(base, head).slice(0, rounds)
  return {
    cell: cell.cell,
    verdict,
    stopped,
    rounds,
    slowdown: evidence === null ? null : Math.expm1(evidence.slowdown),
    interval:
      calledAt === null
        ? slowdownInterval(slowdowns, BOUND_LEVEL)
        : callInterval(base.slice(0, rounds), head.slice(0, rounds), 1 - calledAt),
    adjustedP,
    signedRankP: evidence === null ? null : signedRankP(slowdowns),
  }
}

/** What no look's test rejects: the call may rest on an earlier look than its last. */
function callInterval(base: readonly number[], head: readonly number[], level: number): SlowdownInterval | null {
  const looks = LOOKS.filter((rounds) => rounds >= FIRST_CALL && rounds <= base.length)
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
