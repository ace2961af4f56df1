import { parentPort } from 'node:worker_threads'
import { type ReadBatch, readBatch } from './read-for-index-threads.ts'

// The worker thread of `readManyForIndex`.

parentPort?.on('message', (batch: ReadBatch) => parentPort?.postMessage(readBatch(batch)))
