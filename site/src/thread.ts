import { parentPort, workerData } from 'node:worker_threads'
import type { Call, ThreadMessage } from './threads.ts'

// A thread of `startThreads`. It loads the modules of its functions first, so that the first call does not wait.

for (const module of workerData as string[]) await import(module)

const post = (message: ThreadMessage) => parentPort?.postMessage(message)
let last = Promise.resolve()
parentPort?.on('message', ({ number, call: { module, name, args } }: { number: number; call: Call }) => {
  last = last.then(async () => {
    try {
      const functions: Record<string, (...args: unknown[]) => unknown> = await import(module)
      post({ number, result: await functions[name]?.(...args) })
    } catch (error) {
      const { message, stack } = error as Error
      const errorClass = (error as Error).constructor.name
      post({ number, errorClass, fields: { ...(error as Error), message, stack } })
    }
  })
})
post({ ready: true })
