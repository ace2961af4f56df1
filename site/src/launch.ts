import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { EXIT, RegistryError } from './errors.ts'

/** What a thread is asked to do. */
export interface Call {
  module: string
  /** The name of the exported function. */
  name: string
  args: unknown[]
}

/** A message from a thread. Errors lose their class between threads, so it is sent beside their fields. */
export type ThreadMessage = { result: unknown } | { errorClass: string; fields: Record<string, unknown> }

/** A running thread. */
export interface WorkerHandle {
  post(call: Call): void
  end(): Promise<unknown>
}

interface Listener {
  onMessage(message: ThreadMessage): void
  /** Called once, if it crashes. The error is RegistryError `out-of-memory` if it needed more memory than it may take. */
  onCrash(error: unknown): void
}

// A path, not a URL: the bundler of the pages would follow the URL.
const SCRIPT = path.join(import.meta.dirname, 'thread.ts')
/** Threads do not inherit the hook that compiles JSX, and do not accept all flags of this process. */
const EXEC_ARGV = ['--import', new URL('../bin/jsx.js', import.meta.url).href]
/**
 * The memory of a thread for new values, in megabytes. V8 would take three times as much, which adds up over many threads.
 */
const YOUNG_MEGABYTES = 16

/** Starts a thread that loads modules. @param megabytes the maximum size of its heap */
export function launchThread(modules: string[], megabytes: number, { onMessage, onCrash }: Listener): WorkerHandle {
  const worker = new Worker(SCRIPT, {
    workerData: modules,
    execArgv: EXEC_ARGV,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  })
  worker.on('message', onMessage)
  worker.on('error', (error) => {
    const isFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    onCrash(isFull ? outOfMemory(megabytes) : error)
  })
  return { post: (call) => worker.postMessage(call), end: () => worker.terminate() }
}

/** Lets a process wait for the processors while this one needs them. */
export function yieldTo(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended already, or the system does not allow this.
  }
}

function outOfMemory(megabytes: number): RegistryError {
  const sentence = `This needs more than the ${megabytes} MB of memory that it may take.`
  return new RegistryError('out-of-memory', sentence, EXIT.environment)
}
