import { workerData } from 'node:worker_threads'
import { readRun } from '@plimsoll/schema'
import { registryAt } from '../store/registry.ts'
import { answerRequests } from '../threads.ts'
import { acceptRun } from './accept-run.ts'
import type { AcceptRunRequest, AcceptRunResult } from './accept-run-threads.ts'
import { Refusal, storageRefusal } from './refusal.ts'

// The worker thread of `startAcceptRunThreads`.

const registry = registryAt(workerData as string)

// Compile the validators now. Otherwise they would be compiled on first use, and the first submission would wait.
try {
  readRun(Buffer.from('{}'))
} catch {
  // This error is expected, because an empty object is not a run.
}

answerRequests(({ bytes, proof }: AcceptRunRequest): AcceptRunResult => {
  try {
    return { accepted: acceptRun(registry, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), proof) }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : storageRefusal(error)
    if (refusal === null) throw error
    const { status, code, message, errors, retryAfter } = refusal
    return { refusal: { status, code, message, errors, retryAfter } }
  }
})
