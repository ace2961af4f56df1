import { Refusal } from './refusal.ts'

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

/** The quota of each repository, and of all repositories of one owner together. */
export interface Quota {
  /**
   * Takes one document off the sender's quota.
   * @throws Refusal `quota-exceeded`, with the time until the next attempt
   */
  take(sender: Sender): void
  /**
   * Takes the size of a body off the sender's quota, once it is known. If it exceeds the quota, the next document has to
   * wait longer.
   */
  spend(sender: Sender, bytes: number): void
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
  return {
    take({ repository, owner }) {
      check(ofRepositories, repository, 'this repository', 1)
      check(ofOwners, owner, 'all repositories of this owner together', REPOSITORIES_PER_OWNER)
      ofRepositories.documents.take(repository, 1)
      ofOwners.documents.take(owner, 1)
    },
    spend({ repository, owner }, bytes) {
      ofRepositories.bytes.take(repository, bytes)
      ofOwners.bytes.take(owner, bytes)
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
/** The memory for the uploads of one owner, in bytes: four documents of the maximum size. */
const MAX_BYTES_PER_OWNER = 20_000_000
/** The maximum number of bodies that wait for `acceptRun`. */
const MAX_WAITING = 64
/** The value of the header Retry-After for a rejected upload, in seconds. */
const RETRY_AFTER = 5

/** Limits the memory and the number of concurrent uploads, in total and for each owner. */
export interface UploadBudget {
  /**
   * Starts an upload.
   * @param token a text that identifies the token, which can upload one body at a time
   * @param owner a text that identifies the owner of the repository that submits
   * @throws Refusal `token-in-use`
   */
  begin(token: string, owner: string): Reservation
}

/** The memory that is reserved for the body of one upload. */
export interface Reservation {
  /** Reserves more bytes. Call this before allocating the bytes. @throws Refusal `busy` */
  grow(bytes: number): void
  /** Runs `acceptRun` unless too many bodies already wait for it. @throws Refusal `busy` */
  wait<T>(acceptRun: () => Promise<T>): Promise<T>
  /** Returns the number of reserved bytes. */
  bytes(): number
  /** Releases all reserved bytes. */
  end(): void
}

/** Creates the upload budget of a registry: the limits on concurrent uploads. */
export function makeUploadBudget({
  maxBytes = MAX_BYTES,
  maxBytesPerOwner = MAX_BYTES_PER_OWNER,
  maxWaiting = MAX_WAITING,
} = {}): UploadBudget {
  const tokens = new Set<string>()
  const reservedBy = new Map<string, number>()
  let [reserved, waiting] = [0, 0]

  function begin(token: string, owner: string): Reservation {
    if (tokens.has(token)) {
      const sentence = 'Another upload with this token is in progress. Wait for its response, or request another token.'
      throw new Refusal(429, 'token-in-use', sentence, { retryAfter: RETRY_AFTER })
    }
    tokens.add(token)
    let ownBytes = 0
    return {
      grow(bytes) {
        const ownerBytes = (reservedBy.get(owner) ?? 0) + bytes
        if (reserved + bytes > maxBytes || ownerBytes > maxBytesPerOwner) throw busy()
        reservedBy.set(owner, ownerBytes)
        reserved += bytes
        ownBytes += bytes
      },
      async wait(acceptRun) {
        if (waiting >= maxWaiting) throw busy()
        waiting += 1
        try {
          return await acceptRun()
        } finally {
          waiting -= 1
        }
      },
      bytes: () => ownBytes,
      end() {
        tokens.delete(token)
        reserved -= ownBytes
        const ownerBytes = (reservedBy.get(owner) ?? 0) - ownBytes
        if (ownerBytes > 0) reservedBy.set(owner, ownerBytes)
        else reservedBy.delete(owner)
        ownBytes = 0
      },
    }
  }

  return { begin }
}

function busy(): Refusal {
  const sentence = 'Too many uploads are in progress. Submit the document again later.'
  return new Refusal(503, 'busy', sentence, { retryAfter: RETRY_AFTER })
}
