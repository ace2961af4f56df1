import { parentPort, workerData } from 'node:worker_threads'
import { readRun } from '@plimsoll/schema'
import { registryAt } from '../store/registry.ts'
import { Refusal } from './refusal.ts'
import { storageRefusal } from './storage-full.ts'
import { takeIn } from './take-in.ts'
import type { Answer, Reply, Request } from './take-in-threads.ts'

// A thread of `startTakeIn`.

const registry = registryAt(workerData as string)

// Validators are compiled by their first use, which nobody who hands a run in should wait for.
try {
  readRun(Buffer.from('{}'))
} catch {
  // It is no run.
}
parentPort?.postMessage({ ready: true } satisfies Reply)

parentPort?.on('message', ({ number, bytes, proof }: Request) => {
  parentPort?.postMessage({ number, ...answer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), proof) })
})

function answer(bytes: Buffer, proof: Request['proof']): Answer {
  try {
    return { stored: takeIn(registry, bytes, proof) }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : storageRefusal(error)
    if (refusal === null) return { error: String((error as Error).stack) }
    const { status, code, message, errors, retryAfter } = refusal
    return { refusal: { status, code, message, errors, retryAfter } }
  }
}
