import { parentPort, workerData } from 'node:worker_threads'
import { registryAt } from '../store/registry.ts'
import type { IndexThreadMessage, IndexThreadRequest } from './index-thread.ts'
import { startIndexer } from './indexer.ts'

// The worker thread of `startIndexThread`.

const post = (message: IndexThreadMessage) => parentPort?.postMessage(message)
const indexer = startIndexer(registryAt(workerData as string), {
  log: (error) => post({ error: error instanceof Error ? error : new Error(String(error)) }),
  onBatch: (done) => post({ done }),
})

parentPort?.on('message', async (message: IndexThreadRequest) => {
  if ('id' in message) return indexer.add(message.id)
  await indexer.settled()
  post({ settled: true })
})
