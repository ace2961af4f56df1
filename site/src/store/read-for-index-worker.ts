import { parentPort } from 'node:worker_threads'
import { type ReadTurn, readTurn } from './read-for-index-threads.ts'

// The thread that `readMany` starts.

parentPort?.on('message', (turn: ReadTurn) => parentPort?.postMessage(readTurn(turn)))
