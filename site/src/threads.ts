import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { RegistryError } from './errors.ts'
import { Refusal } from './ingest/refusal.ts'

/** A function that threads can call. Arguments and results are copied between threads. */
export interface ThreadFunction<Arguments extends unknown[], Result> {
  /** The address of the module that exports the function. */
  module: string
  name: string
  /** Holds the types alone. */
  types?: (...args: Arguments) => Result
}

/**
 * Names a function for threads, so that this thread need not load its module.
 * @param module the address of the module that exports the function
 */
export function onThread<Fn extends (...args: never[]) => unknown>(
  module: string | URL,
  name: string,
): ThreadFunction<Parameters<Fn>, Awaited<ReturnType<Fn>>> {
  return { module: String(module), name }
}

/**
 * A pool of threads. Other than the pools of well-known libraries, it sends calls with one key to one thread, so that
 * two submissions of the same document cannot interleave.
 */
export interface Threads {
  /**
   * Calls a function on a thread. Calls with the same key go to the same thread, which makes them one after the other.
   * An error of the function is thrown again here.
   */
  call<Arguments extends unknown[], Result>(
    key: number,
    fn: ThreadFunction<Arguments, Result>,
    ...args: Arguments
  ): Promise<Result>
  close(): Promise<void>
}

/**
 * Starts `count` threads, and waits until they have loaded the modules of their functions. If a thread crashes, for
 * example because it has no memory left, its open calls fail, and the next call starts a new thread. If the modules
 * cannot be loaded, throws the error.
 */
export async function startThreads(count: number, functions: { module: string }[]): Promise<Threads> {
  const modules = functions.map(({ module }) => module)
  const threads = Array.from({ length: count }, () => startThread(modules))
  const close = async () => {
    await Promise.all(threads.map((thread) => thread.close()))
  }
  try {
    await Promise.all(threads.map(({ ready }) => ready))
  } catch (error) {
    await close()
    throw error
  }
  return {
    call: <Arguments extends unknown[], Result>(
      key: number,
      { module, name }: ThreadFunction<Arguments, Result>,
      ...args: Arguments
    ) => (threads[key % count] as Thread).call({ module, name, args }) as Promise<Result>,
    close,
  }
}

/**
 * Calls a function for each task, on one thread per processor. An error ends all threads and is thrown here.
 * @param take called with each result before the thread of that result gets the next task
 */
export async function callForAll<Task, Result>(
  fn: ThreadFunction<[Task], Result>,
  tasks: readonly Task[],
  take: (result: Result) => Promise<void>,
): Promise<void> {
  const remaining = [...tasks]
  const count = Math.min(availableParallelism(), remaining.length)
  const threads = await startThreads(count, [fn])
  let handled = Promise.resolve()
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, async (_, key) => {
      try {
        for (let task = remaining.pop(); task !== undefined; task = remaining.pop()) {
          const result = await threads.call(key, fn, task)
          handled = handled.then(() => take(result))
          await handled
        }
      } catch (error) {
        remaining.length = 0
        throw error
      }
    }),
  )
  await threads.close()
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** What a thread is asked to do. */
export interface Call {
  module: string
  /** The name of the exported function. */
  name: string
  args: unknown[]
}

/** A message from a thread. Errors lose their class between threads, so it is sent beside their fields. */
export type ThreadMessage =
  | { ready: true }
  | { number: number; result: unknown }
  | { number: number; errorClass: string; fields: Record<string, unknown> }

interface Thread {
  ready: Promise<void>
  call(call: Call): Promise<unknown>
  close(): Promise<void>
}

// A path, not a URL: the bundler of the pages would follow the URL.
const SCRIPT = path.join(import.meta.dirname, 'thread.ts')
/** Threads do not inherit the hook that compiles JSX. */
const EXEC_ARGV = [...process.execArgv, '--import', new URL('../bin/jsx.js', import.meta.url).href]

function startThread(modules: string[]): Thread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ready = Promise.withResolvers<void>()
  let worker: Worker | null = start()
  let count = 0

  function start(): Worker {
    const started = new Worker(SCRIPT, { workerData: modules, execArgv: EXEC_ARGV })
    started.on('message', (message: ThreadMessage) => {
      if ('ready' in message) return ready.resolve()
      const pending = waiting.get(message.number)
      waiting.delete(message.number)
      if ('result' in message) pending?.resolve(message.result)
      else pending?.reject(toError(message))
    })
    started.on('error', (error) => {
      worker = null
      ready.reject(error)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  return {
    ready: ready.promise,
    call(call) {
      worker ??= start()
      count += 1
      const pending = Promise.withResolvers<unknown>()
      waiting.set(count, pending)
      worker.postMessage({ number: count, call })
      return pending.promise
    },
    async close() {
      // Terminating a thread while it starts sometimes crashes the whole process.
      await ready.promise.catch(() => {})
      await worker?.terminate()
    },
  }
}

/** The classes of errors that callers tell apart. Errors of other classes become an `Error` with the same fields. */
const CLASSES: Record<string, { prototype: Error }> = { RegistryError, Refusal }

function toError({ errorClass, fields }: { errorClass: string; fields: Record<string, unknown> }): Error {
  return Object.defineProperties(
    Object.create((CLASSES[errorClass] ?? Error).prototype),
    Object.getOwnPropertyDescriptors(fields),
  )
}
