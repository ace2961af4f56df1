import { Refusal } from './refusal.ts'

const HOUR_MS = 3_600_000

/** Maximum number of bytes an hour, uncompressed: ten documents of the maximum size. */
const BYTES_PER_HOUR = 200_000_000

/** The quota of each repository. */
export interface Quota {
  /**
   * Uses the quota of one document.
   * @throws Refusal `quota-exceeded`, with the time until the next attempt
   */
  take(sender: string): void
  /**
   * Uses the quota of a document's bytes, once their number is known. An excess reduces the quota of the next document.
   */
  spend(sender: string, bytes: number): void
}

/**
 * Limits documents and bytes an hour for each repository.
 * @param perHour documents an hour; also the maximum at once
 * @param now ms since 1970
 */
export function hourlyQuota(perHour: number, now: () => number, bytesPerHour = BYTES_PER_HOUR): Quota {
  const documents = buckets(perHour, now)
  const bytes = buckets(bytesPerHour, now)
  return {
    take(sender) {
      const wait = Math.max(documents.wait(sender), bytes.wait(sender))
      if (wait > 0) {
        const limit = `${perHour} runs or ${(bytesPerHour / 1e6).toFixed(0)} MB`
        const message = `Quota exceeded: this repository may submit ${limit} per hour. Submit again later.`
        throw new Refusal(429, 'quota-exceeded', message, { retryAfter: Math.ceil(wait / 1000 - 1e-6) })
      }
      documents.take(sender, 1)
    },
    spend: (sender, size) => bytes.take(sender, size),
  }
}

interface Buckets {
  /** ms until the bucket holds at least one */
  wait(key: string): number
  take(key: string, count: number): void
}

/** Token buckets that refill at a constant rate. */
function buckets(perHour: number, now: () => number): Buckets {
  const levels = new Map<string, { left: number; at: number }>()
  const refill = perHour / HOUR_MS
  const available = (key: string) => {
    const time = now()
    const { left, at } = levels.get(key) ?? { left: perHour, at: time }
    return Math.min(perHour, left + Math.max(0, time - at) * refill)
  }
  return {
    wait: (key) => Math.max(0, (1 - available(key)) / refill),
    take(key, count) {
      const left = available(key) - count
      levels.delete(key)
      levels.set(key, { left, at: now() })
      removeFull(levels, perHour, refill, now())
    },
  }
}

/** Removes buckets that are full again, since they hold no information; the oldest come first. */
function removeFull(
  levels: Map<string, { left: number; at: number }>,
  perHour: number,
  refill: number,
  time: number,
): void {
  for (const [key, { left, at }] of levels) {
    if (left + (time - at) * refill < perHour) return
    levels.delete(key)
  }
}
