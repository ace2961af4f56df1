import { signedRankP } from '../statistics/signed-rank.ts'
import { type Decision, decide, type Verdict } from './decide.ts'
import { BOUND_LEVEL, DEFAULT_DESIGN, type Design, LOOK_FACTOR } from './design.ts'
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
   * "slower" and "faster" it holds for all cells and looks of the check together.
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

/** The verdicts of a check that has ended; the `head` of the null pair is the second base. Throws as `judgeCells`. */
export function judgeCheck(cells: readonly CellPairs[], nullPair: CellPairs | null, design?: Design): CheckVerdict {
  const tested = nullPair === null ? null : testNullPair(nullPair)
  const verdicts = judgeCells(cells, design)
  return tested?.biased
    ? { status: 'unfit', nullPair: tested, cells: verdicts.map((verdict) => ({ ...verdict, verdict: null })) }
    : { status: 'fit', nullPair: tested, cells: verdicts }
}

/**
 * The verdicts of the cells of a check so far. `cells` holds all of them: they are one family. After a round of a check
 * it says which cells need no more samples. Throws a RangeError where a value is not above 0.
 */
export function judgeCells(cells: readonly CellPairs[], design: Design = DEFAULT_DESIGN): CellVerdict[] {
  const decisions = decide(cells.map(evidenceOf), design)
  // A two-sided interval at this level leaves out 0 where Bonferroni's correction would call the cell.
  const callLevel = 1 - design.alpha / (LOOK_FACTOR * cells.length)
  return cells.map((cell, index) => describe(cell, decisions[index] as Decision, callLevel))
}

function describe(cell: CellPairs, decision: Decision, callLevel: number): CellVerdict {
  const { verdict, stopped, evidence, adjustedP } = decision
  const rounds = evidence?.rounds ?? 0
  const { base, head } = slownessOf(cell)
  const slowdowns = logSlowdowns(base, head).slice(0, rounds)
  const called = verdict === 'slower' || verdict === 'faster'
  return {
    cell: cell.cell,
    verdict,
    stopped,
    rounds,
    slowdown: evidence === null ? null : Math.expm1(evidence.slowdown),
    interval: slowdownInterval(slowdowns, called ? callLevel : BOUND_LEVEL),
    adjustedP,
    signedRankP: evidence === null ? null : signedRankP(slowdowns),
  }
}
