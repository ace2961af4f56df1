import { parentPort } from 'node:worker_threads'
import { runChecks } from './simulate-checks.ts'
import { runReplications } from './simulate-replications.ts'
import { runRuns } from './simulate-runs.ts'

/**
 * A block of simulated checks, runs or series of runs: those from `from` to `to` − 1 of one kind. `kind` is an index of
 * `SCENARIOS`, `RUN_NOISES` or `RUN_SPREADS`.
 */
export interface Block {
  of: 'checks' | 'runs' | 'replications'
  kind: number
  seed: number
  from: number
  to: number
}

const SIMULATIONS = { checks: runChecks, runs: runRuns, replications: runReplications }

parentPort?.on('message', ({ of, kind, seed, from, to }: Block) =>
  parentPort?.postMessage(SIMULATIONS[of](kind, seed, from, to)),
)
