import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { Call, ThreadMessage } from './launch.ts'

// A thread of `startThreads`, or a process that works like one. It loads the modules of its functions first, so that the
// first call does not wait.

const modules: string[] = parentPort === null ? process.argv.slice(2) : workerData
for (const module of modules) await import(module)
// A process that is killed would not write what it has compiled.
flushCompileCache()

const post = (message: ThreadMessage) =>
  parentPort === null ? process.send?.(message) : parentPort.postMessage(message)
// The other side sends the next call when it has the result of the last one.
const make = async ({ module, name, args }: Call) => {
  try {
    const functions: Record<string, (...args: unknown[]) => unknown> = await import(module)
    post({ result: await functions[name]?.(...args) })
  } catch (error) {
    const { message, stack } = error as Error
    const errorClass = (error as Error).constructor.name
    post({ errorClass, fields: { ...(error as Error), message, stack } })
  }
}
if (parentPort === null) process.on('message', make).once('disconnect', () => process.exit())
else parentPort.on('message', make)
