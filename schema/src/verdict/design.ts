/** What a check is judged by, fixed before its first sample. */
export interface Design {
  /** The chance of any false "slower" or "faster" in a check that changed nothing, over all its benchmarks and looks. */
  alpha: number
  /** The smallest change that is reported: 0.05 is head ÷ base ≥ 1.05, or base ÷ head ≥ 1.05. */
  threshold: number
}

export const DEFAULT_DESIGN: Design = { alpha: 0.01, threshold: 0.05 }

/** After how many rounds a benchmark may be looked at. A look between these would be one more chance of a false positive. */
export const LOOKS = [10, 14, 20, 28, 38, 50] as const

/** Before this many rounds a look can say "not slower" and no more. */
export const FIRST_REPORT = 14

/** The rounds a check is planned for at most. */
export const MAX_ROUNDS = 50

/**
 * What the smallest p over the looks from 14 to 50 is multiplied by, to be a p-value again. The looks share most of
 * their rounds, so it is less than their number, 5; that 4.2 is enough is what `plimsoll simulate` verifies.
 */
export const LOOK_FACTOR = 4.2

/**
 * The two-sided level of the interval of one look, of which the upper end serves: with six looks it is passed by the
 * true change in 5% of the benchmarks, on that side.
 */
export const BOUND_LEVEL = 1 - 0.0317

/**
 * The rounds before which nothing can be reported as slower or faster, however large the change: the smallest p of n rounds
 * is 2¹⁻ⁿ, and has to be at most α after the corrections for looks and benchmarks. `look` is the first look with as many
 * rounds; null when that is more than a check has.
 */
export function earliestReport(benchmarks: number, alpha: number): { rounds: number; look: number | null } {
  const rounds = Math.max(FIRST_REPORT, Math.ceil(Math.log2((2 * LOOK_FACTOR * benchmarks) / alpha)))
  return { rounds, look: LOOKS.find((look) => look >= rounds) ?? null }
}
