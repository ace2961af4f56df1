import { Worker } from 'node:worker_threads'
import type { Registry } from '../store/registry.ts'
import type { Indexer } from './indexer.ts'

/** What the thread is told: of a run, or to come to an end. */
export type ToIndexThread = { id: string } | { settle: true }
/** What it tells. */
export type FromIndexThread = { error: Error } | { done: string[] } | { settled: true }

/** Before another takes the place of a thread that broke, in ms: what broke it may be there still. */
const REST = 1000

/**
 * An indexer on a thread of its own: SQLite writes while others read. Where the thread breaks another takes its place,
 * and is told again of what is not in the index. @param log like that of `startIndexer`
 */
export function startIndexThread(registry: Registry, log: (error: unknown) => void): Indexer {
  const waiting = new Set<string>()
  const settled = Promise.withResolvers<void>()
  let resting: NodeJS.Timeout | null = null
  let settling = false
  let worker = start()

  function tell(message: ToIndexThread): void {
    worker.postMessage(message)
  }

  function start(): Worker {
    const started = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: registry.directory })
    started.on('error', (error) => {
      log(error)
      if (settling) settled.resolve()
      else resting = setTimeout(replace, REST)
    })
    started.on('message', (message: FromIndexThread) => {
      if ('error' in message) log(message.error)
      else if ('settled' in message) settled.resolve()
      else for (const id of message.done) waiting.delete(id)
    })
    return started
  }

  function replace(): void {
    resting = null
    worker = start()
    for (const id of waiting) tell({ id })
  }

  return {
    add(id) {
      waiting.add(id)
      // Nobody hears it while there is none; the next is told of all.
      tell({ id })
    },
    waiting: () => waiting.size,
    async settled() {
      settling = true
      if (resting !== null) {
        clearTimeout(resting)
        replace()
      }
      tell({ settle: true })
      await settled.promise
      await worker.terminate()
    },
  }
}
