import { Refusal } from './refusal.ts'

/** The upload budget: maximum number of uncompressed body bytes in memory, over all concurrent uploads. */
const MOST_BYTES = 128_000_000
/** The share of one sender: two documents of the maximum size. */
const MOST_BYTES_OF_ONE = 40_000_000
/** Maximum number of bodies that wait for a thread. */
const MOST_WAITING = 64
/** Seconds until the next attempt after a rejection. */
const RETRY_AFTER = 5

/** The upload budget of a registry. Many senders can exceed it together even if each stays within its own share. */
export interface Room {
  /**
   * Starts an upload.
   * @param token identifies the token; it can upload one body at a time
   * @param sender identifies the sender
   * @throws Refusal `token-in-use`
   */
  begin(token: string, sender: string): Place
}

/** The share of the upload budget that one body uses. */
export interface Place {
  /** Reserves more bytes, before the memory is allocated. @throws Refusal `busy` */
  grow(bytes: number): void
  /** Processes the body, unless too many others are waiting already. @throws Refusal `busy` */
  wait<T>(takeIn: () => Promise<T>): Promise<T>
  /** the number of bytes reserved */
  bytes(): number
  /** Releases all reserved bytes. */
  end(): void
}

/** Creates an upload budget with these limits. */
export function makeRoom({
  mostBytes = MOST_BYTES,
  mostBytesOfOne = MOST_BYTES_OF_ONE,
  mostWaiting = MOST_WAITING,
} = {}): Room {
  const tokens = new Set<string>()
  const heldBy = new Map<string, number>()
  let [held, waiting] = [0, 0]

  function begin(token: string, sender: string): Place {
    if (tokens.has(token)) {
      const sentence = 'Something is being handed in with this token; wait for the answer, or ask for another token.'
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
      async wait(takeIn) {
        if (waiting >= mostWaiting) throw busy()
        waiting += 1
        try {
          return await takeIn()
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
  const sentence = 'More is being handed in than this registry can hold at once; hand the document in again.'
  return new Refusal(503, 'busy', sentence, { retryAfter: RETRY_AFTER })
}
