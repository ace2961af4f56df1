import type { Registry } from '../store/registry.ts'
import { startAsked } from '../threads.ts'
import type { Stored } from './accept-run.ts'
import type { Proof } from './proof.ts'
import { Refusal } from './refusal.ts'

/** More threads than processors, because they mostly wait for a disk. */
const THREADS = 4

/** A request to a thread: accept one document. */
export interface Submission {
  bytes: Uint8Array
  proof: Proof
}

/** The result of a request. */
export type Outcome = { stored: Stored } | { refusal: RefusalParts }

/** A refusal as a message between threads. */
export type RefusalParts = Pick<Refusal, 'status' | 'code' | 'message' | 'errors' | 'retryAfter'>

/** `acceptRun` on threads of its own, so that readers do not wait for parsing, hashing and disks. */
export interface AcceptRunThreads {
  acceptRun: (bytes: Buffer, proof: Proof) => Promise<Stored>
  /** Stops accepting runs. */
  close(): Promise<void>
}

/** Starts the threads, and waits until they are. What concerns one document is done by one of them, in turn. */
export async function startAcceptRunThreads(registry: Registry): Promise<AcceptRunThreads> {
  const script = new URL('./accept-run-worker.ts', import.meta.url)
  const { ask, close } = await startAsked<Submission, Outcome>(THREADS, script, registry.directory)
  return {
    acceptRun: async (bytes, proof) => {
      const outcome = await ask(Number.parseInt(proof.verified.hash.slice(-4), 16), { bytes, proof })
      if ('stored' in outcome) return outcome.stored
      const { status, code, message, ...rest } = outcome.refusal
      throw new Refusal(status, code, message, rest)
    },
    close,
  }
}
