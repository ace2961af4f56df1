import { parentPort } from 'node:worker_threads'
import { runChecks, runRuns } from '@plimsoll/schema/simulate'

/**
 * A block of simulated checks or runs: those from `from` to `to` − 1 of one kind. `kind` is an index of `SCENARIOS` or
 * of `RUN_NOISES`.
 */
export interface Block {
  of: 'checks' | 'runs'
  kind: number
  seed: number
  from: number
  to: number
}

const SIMULATIONS = { checks: runChecks, runs: runRuns }

parentPort?.on('message', ({ of, kind, seed, from, to }: Block) =>
  parentPort?.postMessage(SIMULATIONS[of](kind, seed, from, to)),
)
