import { Refusal } from './refusal.ts'

const HOUR = 3_600_000

/** Takes one from what a repository may hand in. @throws Refusal `quota` that says when to try again */
export type Quota = (repositoryId: string) => void

/**
 * So many documents an hour for each repository, refilled evenly (a token bucket).
 * @param perHour the most at once, too
 * @param now ms since 1970
 */
export function hourlyQuota(perHour: number, now: () => number): Quota {
  const buckets = new Map<string, { left: number; at: number }>()
  const refill = perHour / HOUR
  return (repositoryId) => {
    const time = now()
    const { left, at } = buckets.get(repositoryId) ?? { left: perHour, at: time }
    const available = Math.min(perHour, left + Math.max(0, time - at) * refill)
    if (available < 1) {
      const retryAfter = Math.ceil((1 - available) / refill / 1000 - 1e-6)
      const sentence = `This repository may hand in ${perHour} runs an hour; hand the next one in later.`
      throw new Refusal(429, 'quota', sentence, { retryAfter })
    }
    buckets.delete(repositoryId)
    buckets.set(repositoryId, { left: available - 1, at: time })
    forgetFull(buckets, perHour, refill, time)
  }
}

/** Buckets that are full again say nothing; the oldest come first. */
function forgetFull(
  buckets: Map<string, { left: number; at: number }>,
  perHour: number,
  refill: number,
  time: number,
): void {
  for (const [repositoryId, { left, at }] of buckets) {
    if (left + (time - at) * refill < perHour) return
    buckets.delete(repositoryId)
  }
}
