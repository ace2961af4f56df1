/** The parameters of the verdicts of a check. They are fixed before the first sample of the check. */
export interface Design {
  /**
   * The maximum probability of any false "slower" or "faster" in a check without changes, over all benchmarks and all
   * looks (interim analyses).
   */
  alpha: number
  /** The smallest change to report. 0.05 means head ÷ base ≥ 1.05, or base ÷ head ≥ 1.05. */
  threshold: number
}

/**
 * The share by which rounding may move a change, here generously. A change of exactly the threshold is reported,
 * although the computed change of 100 to 105 is below 5% and that of 200 to 210 is not.
 */
export const ROUNDING = 1e-9

export const DEFAULT_DESIGN: Design = { alpha: 0.01, threshold: 0.05 }

/**
 * The looks: the rounds after which a benchmark is analysed. Any additional look would add a chance of a false
 * positive.
 */
export const LOOKS = [10, 14, 20, 28, 38, 50] as const

/**
 * The round of the first look (interim analysis) that can report a change. An earlier look can only conclude "not
 * slower".
 */
export const FIRST_REPORT = 14

/** The maximum number of planned rounds of a check. */
export const MAX_ROUNDS = 50

/**
 * The factor for the smallest p over the looks (interim analyses) from 14 to 50. The product is a valid p-value. The
 * looks share most of their rounds, so the factor is less than their number, 5. `npm run simulate` verifies that 4.2
 * is enough.
 */
export const LOOK_FACTOR = 4.2

/**
 * The two-sided level of the interval at one look (interim analysis). The verdict uses the upper end of the interval.
 * Over six looks, the true change exceeds the upper end in at most 5% of the benchmarks.
 */
export const BOUND_LEVEL = 1 - 0.0317

/**
 * The earliest round at which any change can be reported as slower or faster. The smallest p of n rounds is 2¹⁻ⁿ. After
 * the corrections for looks (interim analyses) and benchmarks, this p must be at most α. `look` is the first look with
 * at least that many rounds. Null if a check has no such look.
 */
export function earliestReport(benchmarks: number, alpha: number): { rounds: number; look: number | null } {
  const rounds = Math.max(FIRST_REPORT, Math.ceil(Math.log2((2 * LOOK_FACTOR * benchmarks) / alpha)))
  return { rounds, look: LOOKS.find((look) => look >= rounds) ?? null }
}
