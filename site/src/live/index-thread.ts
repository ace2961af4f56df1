import { Worker } from 'node:worker_threads'
import type { Registry } from '../store/registry.ts'
import type { Indexer } from './indexer.ts'

/** A message to the thread of the indexer: a run to index, or the request to finish. */
export type IndexThreadRequest = { id: string } | { settle: true }
/** A message from the thread of the indexer: an error, the ids of indexed runs, or that it has finished. */
export type IndexThreadMessage = { error: Error } | { done: string[] } | { settled: true }

/** The delay before a failed thread is replaced, because the cause of the failure may persist. */
const RESTART_DELAY_MS = 1000

/**
 * Starts an indexer on a separate thread, so that SQLite writes while the server reads. If the thread fails, a new one
 * replaces it and gets all runs that are not yet in the index.
 * @param log the same as for `startIndexer`
 */
export function startIndexThread(registry: Registry, log: (error: unknown) => void): Indexer {
  const waiting = new Set<string>()
  const settled = Promise.withResolvers<void>()
  let restart: NodeJS.Timeout | null = null
  let settling = false
  let worker = start()

  function post(message: IndexThreadRequest): void {
    worker.postMessage(message)
  }

  function start(): Worker {
    const started = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: registry.directory })
    started.on('error', (error) => {
      log(error)
      if (settling) settled.resolve()
      else restart = setTimeout(replace, RESTART_DELAY_MS)
    })
    started.on('message', (message: IndexThreadMessage) => {
      if ('error' in message) log(message.error)
      else if ('settled' in message) settled.resolve()
      else for (const id of message.done) waiting.delete(id)
    })
    return started
  }

  function replace(): void {
    restart = null
    worker = start()
    for (const id of waiting) post({ id })
  }

  return {
    add(id) {
      waiting.add(id)
      // While there is no thread, this message is lost; the next thread gets all waiting runs.
      post({ id })
    },
    waiting: () => waiting.size,
    async settled() {
      settling = true
      if (restart !== null) {
        clearTimeout(restart)
        replace()
      }
      post({ settle: true })
      await settled.promise
      await worker.terminate()
    },
  }
}
