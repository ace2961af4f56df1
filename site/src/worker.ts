import { once } from 'node:events'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker as Thread } from 'node:worker_threads'
import { RegistryError } from './errors.ts'
import { Refusal } from './ingest/refusal.ts'

/** A function that a worker can call. Arguments and results are copied between threads. */
export interface WorkerFunction<Arguments extends unknown[], Result> {
  /** The address of the module that exports the function. */
  module: string
  name: string
  /** Holds the types alone. */
  types?: (...args: Arguments) => Result
}

/**
 * Names a function for workers, so that this thread need not load its module.
 * @param module the address of the module that exports the function
 */
export function onWorker<Fn extends (...args: never[]) => unknown>(
  module: string | URL,
  name: string,
): WorkerFunction<Parameters<Fn>, Awaited<ReturnType<Fn>>> {
  return { module: String(module), name }
}

/** A thread for what takes long, so that this thread can answer meanwhile. */
export interface Worker {
  /** Calls a function after the calls before it have ended. An error of the function is thrown again here. */
  call<Arguments extends unknown[], Result>(fn: WorkerFunction<Arguments, Result>, ...args: Arguments): Promise<Result>
  /** Ends the thread after all calls. */
  close(): Promise<void>
}

/** What a worker is asked to do. */
export interface Call {
  module: string
  name: string
  args: unknown[]
}

/** What became of a call. Errors lose their class between threads, so it is sent beside their fields. */
export type Outcome = { result: unknown } | { errorClass: string; fields: Record<string, unknown> }

// A path, not a URL: the bundler of the pages would follow the URL.
const SCRIPT = path.join(import.meta.dirname, 'worker-thread.ts')
/** Threads do not inherit the hook that compiles JSX, and do not accept all flags of this process. */
const EXEC_ARGV = ['--import', new URL('../bin/jsx.js', import.meta.url).href]

/**
 * Makes a worker. Its thread starts with the first call. If the thread crashes, the call that it was making fails, and the
 * next call starts a new thread.
 */
export function startWorker(): Worker {
  let thread: Thread | null = null
  let last: Promise<unknown> = Promise.resolve()

  function start(): Thread {
    const started = new Thread(SCRIPT, { execArgv: EXEC_ARGV })
    return started.on('error', () => {
      if (thread === started) thread = null
    })
  }

  async function make(call: Call): Promise<unknown> {
    thread ??= start()
    thread.postMessage(call)
    // This throws if the thread crashes.
    const [outcome]: Outcome[] = await once(thread, 'message')
    if (outcome === undefined || 'result' in outcome) return outcome?.result
    throw toError(outcome)
  }

  return {
    call: <Arguments extends unknown[], Result>(
      { module, name }: WorkerFunction<Arguments, Result>,
      ...args: Arguments
    ) => {
      const made = last.then(() => make({ module, name, args }))
      last = made.catch(() => {})
      return made as Promise<Result>
    },
    async close() {
      await last
      await thread?.terminate()
    },
  }
}

/**
 * Calls a function for each task, in order, on this thread and on a worker. An error ends both and is thrown here.
 * @param fn the same function for the worker
 * @param take called with each result before the thread of that result gets the next task
 */
export async function shareWithWorker<Task, Result>(
  call: (task: Task) => Result | Promise<Result>,
  fn: WorkerFunction<[Task], Result>,
  tasks: readonly Task[],
  take: (result: Result) => Promise<void>,
): Promise<void> {
  const worker = startWorker()
  // Tasks are taken from its end.
  const remaining = tasks.toReversed()
  let handled = Promise.resolve()
  const workOff = async (make: (task: Task) => Result | Promise<Result>) => {
    try {
      for (let task = remaining.pop(); task !== undefined; task = remaining.pop()) {
        const result = await make(task)
        handled = handled.then(() => take(result))
        await handled
        // The answers of the worker arrive between two turns of this thread's loop. Without a pause, the worker would wait.
        await setImmediate()
      }
    } catch (error) {
      remaining.length = 0
      throw error
    }
  }
  const outcomes = await Promise.allSettled([workOff((task) => worker.call(fn, task)), workOff(call)])
  await worker.close()
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** The classes of errors that callers tell apart. Errors of other classes become an `Error` with the same fields. */
const CLASSES: Record<string, { prototype: Error }> = { RegistryError, Refusal }

function toError({ errorClass, fields }: { errorClass: string; fields: Record<string, unknown> }): Error {
  return Object.defineProperties(
    Object.create((CLASSES[errorClass] ?? Error).prototype),
    Object.getOwnPropertyDescriptors(fields),
  )
}
