import { Refusal } from './refusal.ts'

const HOUR = 3_600_000

/** The most bytes an hour, unpacked: ten of the largest documents. */
const BYTES_PER_HOUR = 200_000_000

/** What a repository may hand in. */
export interface Quota {
  /** Takes one document of it. @throws Refusal `quota-exceeded` that says when to try again */
  take(sender: string): void
  /** Takes the bytes that a document had, when they are known; what is too many is missing from the next. */
  spend(sender: string, bytes: number): void
}

/**
 * So many documents and so many bytes an hour for each repository.
 * @param perHour documents; the most at once, too
 * @param now ms since 1970
 */
export function hourlyQuota(perHour: number, now: () => number, bytesPerHour = BYTES_PER_HOUR): Quota {
  const documents = buckets(perHour, now)
  const bytes = buckets(bytesPerHour, now)
  return {
    take(sender) {
      const wait = Math.max(documents.wait(sender), bytes.wait(sender))
      if (wait > 0) {
        const most = `${perHour} runs or ${(bytesPerHour / 1e6).toFixed(0)} MB`
        const sentence = `This repository may hand in ${most} an hour; hand the next one in later.`
        throw new Refusal(429, 'quota-exceeded', sentence, { retryAfter: Math.ceil(wait / 1000 - 1e-6) })
      }
      documents.take(sender, 1)
    },
    spend: (sender, size) => bytes.take(sender, size),
  }
}

interface Buckets {
  /** ms until there is one in it */
  wait(key: string): number
  take(key: string, count: number): void
}

/** Token buckets, refilled evenly. */
function buckets(perHour: number, now: () => number): Buckets {
  const held = new Map<string, { left: number; at: number }>()
  const refill = perHour / HOUR
  const available = (key: string) => {
    const time = now()
    const { left, at } = held.get(key) ?? { left: perHour, at: time }
    return Math.min(perHour, left + Math.max(0, time - at) * refill)
  }
  return {
    wait: (key) => Math.max(0, (1 - available(key)) / refill),
    take(key, count) {
      const left = available(key) - count
      held.delete(key)
      held.set(key, { left, at: now() })
      forgetFull(held, perHour, refill, now())
    },
  }
}

/** Buckets that are full again say nothing; the oldest come first. */
function forgetFull(
  held: Map<string, { left: number; at: number }>,
  perHour: number,
  refill: number,
  time: number,
): void {
  for (const [key, { left, at }] of held) {
    if (left + (time - at) * refill < perHour) return
    held.delete(key)
  }
}
