import { holm } from '../statistics/holm.ts'
import { type Design, FIRST_REPORT, LOOK_FACTOR, LOOKS, MAX_ROUNDS, ROUNDING } from './check-design.ts'
import type { LookStatistics } from './hypothesis-test.ts'

export type Verdict = 'slower' | 'faster' | 'not slower' | 'inconclusive'

export interface Decision {
  verdict: Verdict
  /**
   * Whether no further round can change the verdict. The verdict is final if the benchmark is reported as slower
   * or faster, if it is decided early, or if the last look (interim analysis) is over.
   */
  stopped: boolean
  /** The number of rounds at the last look at this benchmark. */
  spent: number
  /** The look that produced the verdict. Null before the first look. */
  evidence: LookStatistics | null
  /** The p-value adjusted for looks and benchmarks. It is 1 while it is too early to report. */
  adjustedP: number
  /**
   * The unadjusted p-value of one look at one benchmark that is sufficient for the report of a change. Null if no
   * change is reported.
   */
  reportedAt: number | null
}

/** The state of a benchmark as its looks are processed. */
interface Progress {
  looks: readonly LookStatistics[]
  smallestP: number
  /**
   * The last look whose upper bound was below the threshold. Any look can show "not slower". The last such look has the
   * most data.
   */
  notSlower: LookStatistics | null
  decision: Decision
}

/**
 * Decides the verdict of every benchmark of a check from its looks (interim analyses). `family` must hold all
 * benchmarks of the check, because Holm's adjustment covers all of them. The benchmarks are processed together, look by
 * look. Each benchmark stops independently.
 */
export function decide(family: readonly (readonly LookStatistics[])[], design: Design): Decision[] {
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

  /**
   * The benchmarks with data at this look. Stopped benchmarks are excluded, because a document has no later data for
   * stopped benchmarks.
   */
  function seenAt(look: number): { benchmark: Progress; evidence: LookStatistics; index: number }[] {
    return benchmarks.flatMap((benchmark, index) => {
      const evidence = benchmark.looks[look]
      return evidence === undefined || benchmark.decision.stopped ? [] : [{ benchmark, evidence, index }]
    })
  }
}

function unseen(looks: readonly LookStatistics[]): Progress {
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

function decideAt(
  benchmark: Progress,
  evidence: LookStatistics,
  adjustedP: number,
  { alpha, threshold }: Design,
): void {
  const limit = Math.log1p(threshold) * (1 - ROUNDING)
  const { rounds, slowdown, upper } = evidence
  const last = rounds === MAX_ROUNDS
  if (upper < limit) benchmark.notSlower = evidence
  if (rounds >= FIRST_REPORT && adjustedP <= alpha && Math.abs(slowdown) >= limit) {
    const verdict = slowdown > 0 ? 'slower' : 'faster'
    // Applies the inverse of Holm's correction, and of the factor for the looks, to α.
    const reportedAt = (alpha * benchmark.smallestP) / adjustedP
    benchmark.decision = { verdict, stopped: true, spent: rounds, evidence, adjustedP, reportedAt }
  } else if (benchmark.notSlower !== null) {
    // A benchmark that appears faster continues, because a later look may report it as faster.
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
