import { parentPort, workerData } from 'node:worker_threads'
import { registryAt } from '../store/registry.ts'
import { Refusal } from './refusal.ts'
import { takeIn } from './take-in.ts'
import type { Reply, Request } from './take-in-threads.ts'

// A thread of `startTakeIn`.

const registry = registryAt(workerData as string)

parentPort?.on('message', ({ number, bytes, proof }: Request) => {
  parentPort?.postMessage({ number, ...answer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), proof) })
})

function answer(bytes: Buffer, proof: Request['proof']): Omit<Reply, 'number'> {
  try {
    return { stored: takeIn(registry, bytes, proof) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { error: String((error as Error).stack) }
    const { status, code, message, errors, retryAfter } = error
    return { refusal: { status, code, message, errors, retryAfter } }
  }
}
