import { type Plan, planDigest } from './plan.ts'

/** The time limit for measuring, without preparation and cleanup. */
export interface Budget {
  /** The duration as the user wrote it, for example `10m`. */
  text: string
  seconds: number
}

/**
 * Parses durations such as `90s`, `10m` and `1h30m`.
 * @returns null for invalid text or a duration of 0
 */
export function parseBudget(text: string): Budget | null {
  const [found, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return found && total > 0 && Number.isSafeInteger(total) ? { text, seconds: total } : null
}

/**
 * Adds a budget to a plan. The budget is a deviation from the suite. As a part of the plan, the deviation is known
 * before the first sample.
 */
export function withBudget(plan: Plan, { text }: Budget): Plan {
  const limited: Plan = {
    ...plan,
    division: 'modified',
    deviations: [...plan.deviations, `a budget of ${text}`],
  }
  return { ...limited, digest: planDigest(limited) }
}

/**
 * Whether the remaining budget allows another sample. A round (one pass over all benchmarks) starts only if the longest
 * round so far would fit. The first round always starts. A started round continues until the budget is used up.
 * @param spent ns measured so far
 * @param rounds the duration of each round so far, in ns
 * @param round the round of the next sample
 */
export function fitsBudget(budget: Budget | null, spent: number, rounds: readonly number[], round: number): boolean {
  if (budget === null) return true
  const left = budget.seconds * 1e9 - spent
  const begun = round === 0 || (rounds[round] ?? 0) > 0
  // `reduce` skips rounds without a sample, in which no benchmark took part.
  return begun ? left > 0 : left >= rounds.reduce((longest, took) => Math.max(longest, took), 0)
}

/** A budget without seconds that were already used. It may be 0 or less. */
export function lessSeconds({ text, seconds }: Budget, used: number[]): Budget {
  return { text, seconds: seconds - used.reduce((sum, time) => sum + time, 0) }
}
