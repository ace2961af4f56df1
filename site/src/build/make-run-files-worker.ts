import { parentPort } from 'node:worker_threads'
import { type MakeTurn, makeTurn } from './make-run-files.ts'

// The worker thread of `makeRunFiles`.

parentPort?.on('message', async (turn: MakeTurn) => parentPort?.postMessage(await makeTurn(turn)))
