import { parentPort } from 'node:worker_threads'
import { makeTurn, type Turn } from './make-run-files.ts'

// A thread of `makeRunFiles`.

parentPort?.on('message', async (turn: Turn) => parentPort?.postMessage(await makeTurn(turn)))
