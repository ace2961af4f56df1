import { parentPort } from 'node:worker_threads'
import type { Call, Outcome } from './worker.ts'

// The thread of `startWorker`. The other side sends the next call when it has the outcome of the last one.

const post = (outcome: Outcome) => parentPort?.postMessage(outcome)
parentPort?.on('message', async ({ module, name, args }: Call) => {
  // An error of this line crashes the thread: only a new one tries to load the module again.
  const functions: Record<string, (...args: unknown[]) => unknown> = await import(module)
  try {
    post({ result: await functions[name]?.(...args) })
  } catch (error) {
    const { message, stack } = error as Error
    post({ errorClass: (error as Error).constructor.name, fields: { ...(error as Error), message, stack } })
  }
})
