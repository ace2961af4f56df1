import { parentPort, workerData } from 'node:worker_threads'
import { registryAt } from '../store/registry.ts'
import type { FromIndexThread, ToIndexThread } from './index-thread.ts'
import { startIndexer } from './indexer.ts'

// The thread that `startIndexThread` starts.

const say = (message: FromIndexThread) => parentPort?.postMessage(message)
const indexer = startIndexer(registryAt(workerData as string), {
  log: (error) => say({ error: error instanceof Error ? error : new Error(String(error)) }),
  onTurn: (done) => say({ done }),
})

parentPort?.on('message', async (message: ToIndexThread) => {
  if ('id' in message) return indexer.add(message.id)
  await indexer.settled()
  say({ settled: true })
})
