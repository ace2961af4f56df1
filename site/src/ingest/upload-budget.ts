import { Refusal } from './refusal.ts'

/** The most bytes of bodies that are held at once, unpacked, over all uploads. */
const MAX_BYTES = 128_000_000
/** Of that, what one sender may hold: two of the largest. */
const MAX_BYTES_OF_ONE = 40_000_000
/** The most bodies that wait for a thread at once. */
const MAX_WAITING = 64
/** Value of Retry-After for a rejected upload, in seconds. */
const RETRY_AFTER = 5

/** What a registry has room for: each of many senders may be modest, and all of them together too much. */
export interface UploadBudget {
  /**
   * Starts an upload.
   * @param token identifies the token; it can upload one body at a time
   * @param sender identifies the sender
   * @throws Refusal `token-in-use`
   */
  begin(token: string, sender: string): Reservation
}

/** The room that one body has. */
export interface Reservation {
  /** Makes it larger, before the memory is taken. @throws Refusal `busy` */
  grow(bytes: number): void
  /** Runs what takes the body in, where not too many wait for that already. @throws Refusal `busy` */
  wait<T>(acceptRun: () => Promise<T>): Promise<T>
  /** how many bytes it has */
  bytes(): number
  /** Releases all reserved bytes. */
  end(): void
}

/** Room for so many bytes and so many who wait. */
export function makeUploadBudget({
  mostBytes = MAX_BYTES,
  mostBytesOfOne = MAX_BYTES_OF_ONE,
  mostWaiting = MAX_WAITING,
} = {}): UploadBudget {
  const tokens = new Set<string>()
  const heldBy = new Map<string, number>()
  let [held, waiting] = [0, 0]

  function begin(token: string, sender: string): Reservation {
    if (tokens.has(token)) {
      const sentence = 'Another upload with this token is in progress. Wait for its response, or request another token.'
      throw new Refusal(429, 'token-in-use', sentence, { retryAfter: RETRY_AFTER })
    }
    tokens.add(token)
    let own = 0
    return {
      grow(bytes) {
        const theirs = (heldBy.get(sender) ?? 0) + bytes
        if (held + bytes > mostBytes || theirs > mostBytesOfOne) throw busy()
        heldBy.set(sender, theirs)
        held += bytes
        own += bytes
      },
      async wait(acceptRun) {
        if (waiting >= mostWaiting) throw busy()
        waiting += 1
        try {
          return await acceptRun()
        } finally {
          waiting -= 1
        }
      },
      bytes: () => own,
      end() {
        tokens.delete(token)
        held -= own
        const theirs = (heldBy.get(sender) ?? 0) - own
        if (theirs > 0) heldBy.set(sender, theirs)
        else heldBy.delete(sender)
        own = 0
      },
    }
  }

  return { begin }
}

function busy(): Refusal {
  const sentence = 'Too many uploads are in progress. Submit the document again later.'
  return new Refusal(503, 'busy', sentence, { retryAfter: RETRY_AFTER })
}
