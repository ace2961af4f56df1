import type { Registry } from '../store/registry.ts'
import { startWorkerPool } from '../threads.ts'
import type { AcceptedRun } from './accept-run.ts'
import type { Proof } from './proof.ts'
import { Refusal } from './refusal.ts'

/** More threads than processors, because they mostly wait for a disk. */
const THREADS = 4

/** A request to a worker: accept one document. */
export interface AcceptRunRequest {
  bytes: Uint8Array
  proof: Proof
}

/** The response of a worker. */
export type AcceptRunResult = { accepted: AcceptedRun } | { refusal: RefusalMessage }

/** A refusal as a message between threads. */
export type RefusalMessage = Pick<Refusal, 'status' | 'code' | 'message' | 'errors' | 'retryAfter'>

/** `acceptRun` on threads of its own, so that readers do not wait for parsing, hashing and disks. */
export interface AcceptRunThreads {
  acceptRun: (bytes: Buffer, proof: Proof) => Promise<AcceptedRun>
  /** Stops accepting runs. */
  close(): Promise<void>
}

/** Starts the threads and waits until they are ready. Requests for the same document go to the same thread, in order. */
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
