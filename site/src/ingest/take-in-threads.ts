import { Worker } from 'node:worker_threads'
import type { Registry } from '../store/registry.ts'
import type { Proof } from './proof.ts'
import { Refusal } from './refusal.ts'
import type { Stored } from './take-in.ts'

/** More than processors: most of the time they wait for a disk. */
const THREADS = 4

/** What a thread is asked: to take in one document. */
export interface Request {
  number: number
  bytes: Uint8Array
  proof: Proof
}

/** What it answers, and what it says when it has begun. */
export type Reply = { ready: true } | ({ number: number } & Answer)

/** What became of a document. */
export type Answer = { stored: Stored } | { refusal: RefusalParts } | { error: string }

/** A refusal, as it goes from thread to thread. */
export type RefusalParts = Pick<Refusal, 'status' | 'code' | 'message' | 'errors' | 'retryAfter'>

/** `takeIn` on threads of its own, so that nobody who reads waits for parsing, hashing and disks. */
export interface TakeInThreads {
  takeIn: (bytes: Buffer, proof: Proof) => Promise<Stored>
  /** After this nothing is taken in. */
  close(): Promise<void>
}

interface Waiting {
  resolve: (stored: Stored) => void
  reject: (error: unknown) => void
}

/** Starts the threads, and waits until they are. What concerns one document is done by one of them, in turn. */
export async function startTakeIn(registry: Registry): Promise<TakeInThreads> {
  const threads = Array.from({ length: THREADS }, () => startThread(registry))
  await Promise.all(threads.map(({ ready }) => ready))
  return {
    takeIn: (bytes, proof) => {
      const turn = Number.parseInt(proof.verified.hash.slice(-4), 16) % THREADS
      return (threads[turn] as Thread).takeIn(bytes, proof)
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

interface Thread extends TakeInThreads {
  ready: Promise<void>
}

/** One that breaks, as where memory ends, fails what it was asked, and another takes its place. */
function startThread(registry: Registry): Thread {
  const waiting = new Map<number, Waiting>()
  const ready = Promise.withResolvers<void>()
  let worker = start()
  let asked = 0

  function start(): Worker {
    const started = new Worker(new URL('./take-in-worker.ts', import.meta.url), { workerData: registry.directory })
    started.on('message', (reply: Reply) => ('ready' in reply ? ready.resolve() : settle(waiting, reply)))
    started.on('error', (error) => {
      ready.reject(error)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
      worker = start()
    })
    return started
  }

  return {
    ready: ready.promise,
    takeIn: (bytes, proof) =>
      new Promise<Stored>((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        worker.postMessage({ number: asked, bytes, proof } satisfies Request)
      }),
    close: async () => {
      await worker.terminate()
    },
  }
}

function settle(waiting: Map<number, Waiting>, reply: { number: number } & Answer): void {
  const asked = waiting.get(reply.number)
  waiting.delete(reply.number)
  if ('stored' in reply) asked?.resolve(reply.stored)
  else if ('refusal' in reply) {
    const { status, code, message, ...rest } = reply.refusal
    asked?.reject(new Refusal(status, code, message, rest))
  } else asked?.reject(new Error(reply.error))
}
