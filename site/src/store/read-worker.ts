import { parentPort } from 'node:worker_threads'
import { type ReadTurn, readTurn } from './read-many.ts'

// The thread that `readMany` starts.

parentPort?.on('message', (turn: ReadTurn) => parentPort?.postMessage(readTurn(turn)))
