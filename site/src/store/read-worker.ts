import { parentPort } from 'node:worker_threads'
import { readTurn, type Turn } from './read-many.ts'

// A thread of `readMany`.

parentPort?.on('message', (turn: Turn) => parentPort?.postMessage(readTurn(turn)))
