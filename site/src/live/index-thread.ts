import { Worker } from 'node:worker_threads'
import type { Registry } from '../store/registry.ts'
import type { Indexer } from './indexer.ts'

/** What the thread is told: of a run, or to come to an end. */
export type ToIndexThread = { id: string } | { settle: true }
/** What it tells. */
export type FromIndexThread = { error: Error } | { waiting: number } | { settled: true }

/** An indexer on a thread of its own: SQLite writes while others read. @param log like that of `startIndexer` */
export function startIndexThread(registry: Registry, log: (error: unknown) => void): Indexer {
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: registry.directory })
  const settled = Promise.withResolvers<void>()
  let waiting = 0
  worker.on('error', (error) => {
    log(error)
    settled.resolve()
  })
  worker.on('message', (message: FromIndexThread) => {
    if ('error' in message) log(message.error)
    else if ('waiting' in message) waiting = message.waiting
    else settled.resolve()
  })
  return {
    add(id) {
      waiting += 1
      worker.postMessage({ id } satisfies ToIndexThread)
    },
    waiting: () => waiting,
    async settled() {
      worker.postMessage({ settle: true } satisfies ToIndexThread)
      await settled.promise
      await worker.terminate()
    },
  }
}
