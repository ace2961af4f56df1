import { parentPort } from 'node:worker_threads'
import { type ReadTurn, readTurn } from './read-many.ts'

// A thread of `readMany`.

parentPort?.on('message', (turn: ReadTurn) => parentPort?.postMessage(readTurn(turn)))
