import { availableParallelism } from 'node:os'
import { RegistryError } from './errors.ts'
import { Refusal } from './ingest/refusal.ts'
import { type Call, launchThread, type WorkerHandle } from './launch.ts'

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

/** The memory of a thread, in megabytes of its heap. A document of the maximum size fits. */
const MEGABYTES = 256

export interface ThreadLimits {
  /** The maximum size of the heap of each thread, in megabytes. */
  megabytes?: number
}

/**
 * Makes a pool of `count` threads. Each starts with its first call. If a thread crashes, the call that it was making fails,
 * and the next call starts a new thread. A thread crashes if its modules cannot be loaded, or if it needs more memory than
 * it may: the call then fails with RegistryError `out-of-memory`.
 */
export function startThreads(count: number, functions: { module: string }[], limits: ThreadLimits = {}): Threads {
  const modules = functions.map(({ module }) => module)
  const threads = Array.from({ length: count }, () => startThread(modules, limits))
  return {
    call: <Arguments extends unknown[], Result>(
      key: number,
      { module, name }: ThreadFunction<Arguments, Result>,
      ...args: Arguments
    ) => (threads[key % count] as Thread).call({ module, name, args }) as Promise<Result>,
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

/**
 * Calls a function for each task, in order, on one thread per processor. An error ends all threads and is thrown here.
 * @param take called with each result before the thread of that result gets the next task
 * @param limits the maximum number of threads, and the maximum size of the heap of each
 */
export async function callForAll<Task, Result>(
  fn: ThreadFunction<[Task], Result>,
  tasks: readonly Task[],
  take: (result: Result) => Promise<void>,
  { most = availableParallelism(), ...limits }: ThreadLimits & { most?: number } = {},
): Promise<void> {
  // Tasks are taken from its end.
  const remaining = tasks.toReversed()
  const count = Math.min(most, remaining.length)
  const threads = startThreads(count, [fn], limits)
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

interface Thread {
  call(call: Call): Promise<unknown>
  close(): Promise<void>
}

function startThread(modules: string[], { megabytes = MEGABYTES }: ThreadLimits): Thread {
  // A call waits on this side: its arguments are then copied only when the thread makes it, and it survives a crash in an
  // earlier call.
  const waiting: { call: Call; pending: PromiseWithResolvers<unknown> }[] = []
  let current: PromiseWithResolvers<unknown> | null = null
  let launched: WorkerHandle | null = null

  function start(): WorkerHandle {
    return launchThread(modules, megabytes, {
      onMessage(message) {
        const made = current
        callNext()
        if ('result' in message) made?.resolve(message.result)
        else made?.reject(toError(message))
      },
      onCrash(error) {
        launched = null
        const failed = current
        callNext()
        failed?.reject(error)
      },
    })
  }

  function callNext(): void {
    const next = waiting.shift()
    current = next?.pending ?? null
    if (next === undefined) return
    try {
      launched ??= start()
      launched.post(next.call)
    } catch (error) {
      callNext()
      next.pending.reject(error)
    }
  }

  return {
    call(call) {
      const pending = Promise.withResolvers<unknown>()
      waiting.push({ call, pending })
      if (current === null) callNext()
      return pending.promise
    },
    async close() {
      // Terminating a thread while it starts sometimes crashes the whole process. A thread starts with a call.
      await current?.promise.catch(() => {})
      await launched?.end()
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
