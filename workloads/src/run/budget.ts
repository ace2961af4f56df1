import { type Plan, planDigest } from './plan.ts'

/** How long a run may measure; what is prepared before and removed afterwards does not count. */
export interface Budget {
  /** as it was written, for example `10m` */
  text: string
  seconds: number
}

/** Read `90s`, `10m`, `1h30m`. @returns null when it is none, or no time at all */
export function parseBudget(text: string): Budget | null {
  const [found, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? []
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return found && total > 0 && Number.isSafeInteger(total) ? { text, seconds: total } : null
}

/** A plan that may end before all its rounds, and says so before the first sample. */
export function withBudget(plan: Plan, { text }: Budget): Plan {
  const limited: Plan = {
    ...plan,
    division: 'modified',
    deviations: [...plan.deviations, `a budget of ${text}`],
  }
  return { ...limited, digest: planDigest(limited) }
}

/**
 * Whether what is left of a budget is enough to go on. A round is begun only if the longest round so far would fit; the
 * first is always begun; one that was begun goes on until the budget is used up.
 * @param spent ns measured so far
 * @param rounds ns that each round took so far
 * @param round the round of the next sample
 */
export function fitsBudget(budget: Budget | null, spent: number, rounds: readonly number[], round: number): boolean {
  if (budget === null) return true
  const left = budget.seconds * 1e9 - spent
  const begun = round === 0 || (rounds[round] ?? 0) > 0
  return begun ? left > 0 : left >= Math.max(...rounds)
}
