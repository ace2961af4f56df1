import { parentPort } from 'node:worker_threads'
import { type MakeBatch, makeBatch } from './make-run-files.ts'

// The worker thread of `makeRunFiles`.

parentPort?.on('message', async (batch: MakeBatch) => parentPort?.postMessage(await makeBatch(batch)))
