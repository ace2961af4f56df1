import type { Provenance } from '../provenance/certificate.ts'
import { busy, Refusal } from './refusal.ts'

const HOUR_MS = 3_600_000

/** What a repository may submit in an hour, in bytes: twenty documents of the maximum size. */
const BYTES_PER_HOUR = 100_000_000

/** What all repositories of one owner may submit, as a multiple of the quota of a repository. */
const REPOSITORIES_PER_OWNER = 5

/** Who submits. Each text identifies a repository or its owner among those of all issuers. */
export interface Sender {
  repository: string
  owner: string
}

/** Returns who submits. The keys do not depend on names, which can change hands. */
export function senderOf({ issuer, repositoryId, ownerId }: Provenance): Sender {
  return { repository: `${issuer} ${repositoryId}`, owner: `${issuer} ${ownerId}` }
}

/** The quota of each repository, and of all repositories of one owner together. */
export interface Quota {
  /**
   * Does the work of a sender that may store one document, and counts it if it stored something new. It counts while the
   * work lasts, so that uploads at the same time cannot all use what is left for one of them. If a document exceeds the
   * quota of bytes, the next one has to wait longer.
   * @param bytes the size of the document
   * @throws Refusal `quota-exceeded`, with the time until the next attempt, if nothing is left of the sender's quota
   */
  use<Result extends { added: boolean }>(sender: Sender, bytes: number, work: () => Promise<Result>): Promise<Result>
}

/**
 * Limits documents and bytes an hour for each repository and each owner.
 * @param perHour the number of documents an hour, which is also the maximum at once
 * @param now returns a time in ms; by default that of a clock that cannot be set
 */
export function hourlyQuota(perHour: number, now = () => performance.now(), bytesPerHour = BYTES_PER_HOUR): Quota {
  const ofRepositories = { documents: buckets(perHour, now), bytes: buckets(bytesPerHour, now) }
  const ofOwners = {
    documents: buckets(REPOSITORIES_PER_OWNER * perHour, now),
    bytes: buckets(REPOSITORIES_PER_OWNER * bytesPerHour, now),
  }
  const check = ({ documents, bytes }: typeof ofOwners, key: string, who: string, times: number) => {
    const wait = Math.max(documents.wait(key), bytes.wait(key))
    if (wait <= 0) return
    const limit = `${times * perHour} runs or ${((times * bytesPerHour) / 1e6).toFixed(0)} MB`
    const message = `Quota exceeded: ${who} may submit ${limit} per hour. Submit again later.`
    throw new Refusal(429, 'quota-exceeded', message, { retryAfter: Math.ceil(wait / 1000 - 1e-6) })
  }
  const take = ({ repository, owner }: Sender, documents: number, bytes: number) => {
    ofRepositories.documents.take(repository, documents)
    ofOwners.documents.take(owner, documents)
    ofRepositories.bytes.take(repository, bytes)
    ofOwners.bytes.take(owner, bytes)
  }
  return {
    async use(sender, bytes, work) {
      check(ofRepositories, sender.repository, 'this repository', 1)
      check(ofOwners, sender.owner, 'all repositories of this owner together', REPOSITORIES_PER_OWNER)
      take(sender, 1, bytes)
      let isNew = false
      try {
        const result = await work()
        isNew = result.added
        return result
      } finally {
        // Anyone can send a published bundle again, or with another document. Only what is new counts.
        if (!isNew) take(sender, -1, -bytes)
      }
    },
  }
}

interface Buckets {
  /** Returns the time in ms until the bucket of this key holds at least one. */
  wait(key: string): number
  take(key: string, count: number): void
}

/** Returns token buckets, one per key, that refill at a constant rate. */
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

/** Removes buckets that are full again, because they hold no information. The oldest buckets come first. */
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

/** The memory for the bodies of all concurrent uploads, uncompressed, in bytes. */
const MAX_BYTES = 96_000_000
/** The maximum number of bodies that wait for the worker. */
const MAX_WAITING = 64

/** Limits the memory and the number of concurrent uploads. */
export interface UploadBudget {
  /** Starts an upload. */
  begin(): Reservation
}

/** The memory that is reserved for the body of one upload. */
export interface Reservation {
  /** Reserves more bytes. Call this before allocating the bytes. @throws Refusal `busy` */
  grow(bytes: number): void
  /** Runs the work on a body unless too many bodies already wait for theirs. @throws Refusal `busy` */
  wait<T>(work: () => Promise<T>): Promise<T>
  /** Releases all reserved bytes. */
  end(): void
}

/** Creates the upload budget of a registry: the limits on concurrent uploads. */
export function makeUploadBudget({ maxBytes = MAX_BYTES, maxWaiting = MAX_WAITING } = {}): UploadBudget {
  let [reserved, waiting] = [0, 0]

  function begin(): Reservation {
    let ownBytes = 0
    return {
      grow(bytes) {
        if (reserved + bytes > maxBytes) throw busy(MANY_UPLOADS)
        reserved += bytes
        ownBytes += bytes
      },
      async wait(work) {
        if (waiting >= maxWaiting) throw busy(MANY_UPLOADS)
        waiting += 1
        try {
          return await work()
        } finally {
          waiting -= 1
        }
      },
      end() {
        reserved -= ownBytes
        ownBytes = 0
      },
    }
  }

  return { begin }
}

const MANY_UPLOADS = 'Too many uploads are in progress. Submit the document again later.'
