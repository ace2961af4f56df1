import type { Registry } from '../store/registry.ts'
import { startAsked } from '../threads.ts'
import type { Proof } from './proof.ts'
import { Refusal } from './refusal.ts'
import type { Stored } from './take-in.ts'

/** More threads than processors, because they mostly wait for a disk. */
const THREADS = 4

/** A request to a thread: accept one document. */
export interface HandedIn {
  bytes: Uint8Array
  proof: Proof
}

/** The result of a request. */
export type Outcome = { stored: Stored } | { refusal: RefusalParts }

/** A refusal as a message between threads. */
export type RefusalParts = Pick<Refusal, 'status' | 'code' | 'message' | 'errors' | 'retryAfter'>

/** Runs `takeIn` on separate threads, so that readers do not wait for parsing, hashing and disks. */
export interface TakeInThreads {
  takeIn: (bytes: Buffer, proof: Proof) => Promise<Stored>
  /** Stops the threads. No document is accepted after this. */
  close(): Promise<void>
}

/**
 * Starts the threads and waits until they are ready. Requests for the same document go to the same thread, in order.
 */
export async function startTakeIn(registry: Registry): Promise<TakeInThreads> {
  const script = new URL('./take-in-worker.ts', import.meta.url)
  const { ask, close } = await startAsked<HandedIn, Outcome>(THREADS, script, registry.directory)
  return {
    takeIn: async (bytes, proof) => {
      const outcome = await ask(Number.parseInt(proof.verified.hash.slice(-4), 16), { bytes, proof })
      if ('stored' in outcome) return outcome.stored
      const { status, code, message, ...rest } = outcome.refusal
      throw new Refusal(status, code, message, rest)
    },
    close,
  }
}
