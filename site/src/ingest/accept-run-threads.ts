import type { Registry } from '../store/registry.ts'
import { startWorkerPool } from '../threads.ts'
import type { AcceptedRun } from './accept-run.ts'
import type { Proof } from './proof.ts'
import { Refusal } from './refusal.ts'

/** The number of threads. It exceeds the number of processors, because threads mostly wait for a disk. */
const THREADS = 4

/** A request to a worker: accept one document. */
export interface AcceptRunRequest {
  bytes: Uint8Array
  proof: Proof
}

/** The response of a worker to a request to accept a document. */
export type AcceptRunResult = { accepted: AcceptedRun } | { refusal: RefusalMessage }

/** A refusal (the reason why a document was rejected) as a message between threads. */
export type RefusalMessage = Pick<Refusal, 'status' | 'code' | 'message' | 'errors' | 'retryAfter'>

/** Runs `acceptRun` on separate threads, so that readers do not wait for parsing, hashing and disks. */
export interface AcceptRunThreads {
  acceptRun: (bytes: Buffer, proof: Proof) => Promise<AcceptedRun>
  /** Stops accepting runs, and ends the threads. */
  close(): Promise<void>
}

/** Starts the threads and waits until they are ready. All requests for the same document go to one thread, in order. */
export async function startAcceptRunThreads(registry: Registry): Promise<AcceptRunThreads> {
  const script = new URL('./accept-run-worker.ts', import.meta.url)
  const { send, close } = await startWorkerPool<AcceptRunRequest, AcceptRunResult>(THREADS, script, registry.directory)
  return {
    acceptRun: async (bytes, proof) => {
      const result = await send(Number.parseInt(proof.verified.hash.slice(-4), 16), { bytes, proof })
      if ('accepted' in result) return result.accepted
      const { status, code, message, ...rest } = result.refusal
      throw new Refusal(status, code, message, rest)
    },
    close,
  }
}
