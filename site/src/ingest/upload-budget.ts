import { Refusal } from './refusal.ts'

/** The memory for the bodies of all concurrent uploads, uncompressed, in bytes. */
const MAX_BYTES = 128_000_000
/** The memory for the uploads of one sender, in bytes: two documents of the maximum size. */
const MAX_BYTES_PER_SENDER = 40_000_000
/** The maximum number of bodies that wait for a thread. */
const MAX_WAITING = 64
/** The value of the header Retry-After for a rejected upload, in seconds. */
const RETRY_AFTER = 5

/** Limits the memory and the number of concurrent uploads, in total and for each sender. */
export interface UploadBudget {
  /**
   * Starts an upload.
   * @param token a text that identifies the token, which can upload one body at a time
   * @param sender a text that identifies the sender
   * @throws Refusal `token-in-use`
   */
  begin(token: string, sender: string): Reservation
}

/** The memory that is reserved for the body of one upload. */
export interface Reservation {
  /** Reserves more bytes. Call this before allocating the bytes. @throws Refusal `busy` */
  grow(bytes: number): void
  /** Runs `acceptRun` unless too many bodies already wait for a thread. @throws Refusal `busy` */
  wait<T>(acceptRun: () => Promise<T>): Promise<T>
  /** Returns the number of reserved bytes. */
  bytes(): number
  /** Releases all reserved bytes. */
  end(): void
}

/** Creates the upload budget of a registry: the limits on concurrent uploads. */
export function makeUploadBudget({
  maxBytes = MAX_BYTES,
  maxBytesPerSender = MAX_BYTES_PER_SENDER,
  maxWaiting = MAX_WAITING,
} = {}): UploadBudget {
  const tokens = new Set<string>()
  const reservedBy = new Map<string, number>()
  let [reserved, waiting] = [0, 0]

  function begin(token: string, sender: string): Reservation {
    if (tokens.has(token)) {
      const sentence = 'Another upload with this token is in progress. Wait for its response, or request another token.'
      throw new Refusal(429, 'token-in-use', sentence, { retryAfter: RETRY_AFTER })
    }
    tokens.add(token)
    let ownBytes = 0
    return {
      grow(bytes) {
        const senderBytes = (reservedBy.get(sender) ?? 0) + bytes
        if (reserved + bytes > maxBytes || senderBytes > maxBytesPerSender) throw busy()
        reservedBy.set(sender, senderBytes)
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
        const senderBytes = (reservedBy.get(sender) ?? 0) - ownBytes
        if (senderBytes > 0) reservedBy.set(sender, senderBytes)
        else reservedBy.delete(sender)
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
