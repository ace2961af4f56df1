import { holm } from '../statistics/holm.ts'
import { type Design, FIRST_CALL, LOOK_FACTOR, LOOKS, MOST_ROUNDS } from './design.ts'
import type { Evidence } from './evidence.ts'

export type Verdict = 'slower' | 'faster' | 'not slower' | 'inconclusive'

export interface Decision {
  verdict: Verdict
  /** No further round can change it: it was called, or the last look is over. */
  stopped: boolean
  /** The rounds it was looked at for: until it stopped, or so far. */
  spent: number
  /** The look the verdict was drawn from; null before the first one. */
  evidence: Evidence | null
  /** Adjusted for looks and cells; 1 while nothing could be called. */
  adjustedP: number
  /** Of a call: the p-value of one look and one cell at or below which it was made. */
  calledAt: number | null
}

/** A cell on its way through the looks. */
interface Progress {
  looks: readonly Evidence[]
  smallestP: number
  /** The last look that showed it not to be slower: each of them may say so, and the last knows the most. */
  notSlower: Evidence | null
  decision: Decision
}

/**
 * The verdict of every cell of a check from what its looks show. `family` holds all cells of the check, because Holm's
 * adjustment is over them; cells are taken side by side, look by look, and each stops on its own.
 */
export function decide(family: readonly (readonly Evidence[])[], design: Design): Decision[] {
  const cells = family.map(unseen)
  for (const [look, rounds] of LOOKS.entries()) {
    for (const { cell, evidence } of seenAt(look)) {
      if (rounds >= FIRST_CALL) cell.smallestP = Math.min(cell.smallestP, evidence.p)
    }
    const adjusted = holm(cells.map(({ smallestP }) => Math.min(1, LOOK_FACTOR * smallestP)))
    for (const { cell, evidence, index } of seenAt(look)) decideAt(cell, evidence, adjusted[index] as number, design)
  }
  return cells.map(({ decision }) => decision)

  /** The cells that have this look. One that stopped has no more: what it would have shown is in no document. */
  function seenAt(look: number): { cell: Progress; evidence: Evidence; index: number }[] {
    return cells.flatMap((cell, index) => {
      const evidence = cell.looks[look]
      return evidence === undefined || cell.decision.stopped ? [] : [{ cell, evidence, index }]
    })
  }
}

function unseen(looks: readonly Evidence[]): Progress {
  const decision: Decision = {
    verdict: 'inconclusive',
    stopped: false,
    spent: 0,
    evidence: null,
    adjustedP: 1,
    calledAt: null,
  }
  return { looks, smallestP: 1, notSlower: null, decision }
}

function decideAt(cell: Progress, evidence: Evidence, adjustedP: number, { alpha, threshold }: Design): void {
  const limit = Math.log1p(threshold)
  const { rounds, slowdown, upper } = evidence
  const last = rounds === MOST_ROUNDS
  if (upper < limit) cell.notSlower = evidence
  if (rounds >= FIRST_CALL && adjustedP <= alpha && Math.abs(slowdown) >= limit) {
    const verdict = slowdown > 0 ? 'slower' : 'faster'
    // What α comes to after Holm's correction, which ran along with the cell's own p, and the factor for the looks.
    const calledAt = (alpha * cell.smallestP) / adjustedP
    cell.decision = { verdict, stopped: true, spent: rounds, evidence, adjustedP, calledAt }
  } else if (cell.notSlower !== null) {
    // One that looks faster goes on: it may yet be called so.
    const stopped = last || slowdown > -limit
    cell.decision = {
      verdict: 'not slower',
      stopped,
      spent: rounds,
      evidence: cell.notSlower,
      adjustedP,
      calledAt: null,
    }
  } else {
    cell.decision = { verdict: 'inconclusive', stopped: last, spent: rounds, evidence, adjustedP, calledAt: null }
  }
}
