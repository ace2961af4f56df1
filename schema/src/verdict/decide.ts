import { holm } from '../statistics/holm.ts'
import { type Design, FIRST_REPORT, LOOK_FACTOR, LOOKS, MAX_ROUNDS } from './design.ts'
import type { Evidence } from './evidence.ts'

export type Verdict = 'slower' | 'faster' | 'not slower' | 'inconclusive'

export interface Decision {
  verdict: Verdict
  /** No further round can change it: it was reported, or the last look is over. */
  stopped: boolean
  /** The rounds it was looked at for: until it stopped, or so far. */
  spent: number
  /** The look the verdict was drawn from; null before the first one. */
  evidence: Evidence | null
  /** Adjusted for looks and benchmarks; 1 while nothing could be reported. */
  adjustedP: number
  /** Of a report: the p-value of one look and one benchmark at or below which it was made. */
  reportedAt: number | null
}

/** A benchmark on its way through the looks. */
interface Progress {
  looks: readonly Evidence[]
  smallestP: number
  /** The last look that showed it not to be slower: each of them may say so, and the last knows the most. */
  notSlower: Evidence | null
  decision: Decision
}

/**
 * The verdict of every benchmark of a check from what its looks show. `family` holds all benchmarks of the check, because Holm's
 * adjustment is over them; benchmarks are taken side by side, look by look, and each stops on its own.
 */
export function decide(family: readonly (readonly Evidence[])[], design: Design): Decision[] {
  const benchmarks = family.map(unseen)
  for (const [look, rounds] of LOOKS.entries()) {
    for (const { benchmark, evidence } of seenAt(look)) {
      if (rounds >= FIRST_REPORT) benchmark.smallestP = Math.min(benchmark.smallestP, evidence.p)
    }
    const adjusted = holm(benchmarks.map(({ smallestP }) => Math.min(1, LOOK_FACTOR * smallestP)))
    for (const { benchmark, evidence, index } of seenAt(look))
      decideAt(benchmark, evidence, adjusted[index] as number, design)
  }
  return benchmarks.map(({ decision }) => decision)

  /** The benchmarks that have this look. One that stopped has no more: what it would have shown is in no document. */
  function seenAt(look: number): { benchmark: Progress; evidence: Evidence; index: number }[] {
    return benchmarks.flatMap((benchmark, index) => {
      const evidence = benchmark.looks[look]
      return evidence === undefined || benchmark.decision.stopped ? [] : [{ benchmark, evidence, index }]
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
    reportedAt: null,
  }
  return { looks, smallestP: 1, notSlower: null, decision }
}

function decideAt(benchmark: Progress, evidence: Evidence, adjustedP: number, { alpha, threshold }: Design): void {
  const limit = Math.log1p(threshold)
  const { rounds, slowdown, upper } = evidence
  const last = rounds === MAX_ROUNDS
  if (upper < limit) benchmark.notSlower = evidence
  if (rounds >= FIRST_REPORT && adjustedP <= alpha && Math.abs(slowdown) >= limit) {
    const verdict = slowdown > 0 ? 'slower' : 'faster'
    // What α comes to after Holm's correction, which ran along with the benchmark's own p, and the factor for the looks.
    const reportedAt = (alpha * benchmark.smallestP) / adjustedP
    benchmark.decision = { verdict, stopped: true, spent: rounds, evidence, adjustedP, reportedAt }
  } else if (benchmark.notSlower !== null) {
    // One that looks faster goes on: it may yet be reported so.
    const stopped = last || slowdown > -limit
    benchmark.decision = {
      verdict: 'not slower',
      stopped,
      spent: rounds,
      evidence: benchmark.notSlower,
      adjustedP,
      reportedAt: null,
    }
  } else {
    benchmark.decision = {
      verdict: 'inconclusive',
      stopped: last,
      spent: rounds,
      evidence,
      adjustedP,
      reportedAt: null,
    }
  }
}
