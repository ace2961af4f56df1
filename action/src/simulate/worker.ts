import { parentPort } from 'node:worker_threads'
import { runChecks } from '@plimsoll/schema/simulate'

/**
 * A block of simulated checks: the checks `from` to `to` − 1 of one scenario. `scenario` is an index of `SCENARIOS`.
 */
export interface Block {
  scenario: number
  seed: number
  from: number
  to: number
}

parentPort?.on('message', ({ scenario, seed, from, to }: Block) =>
  parentPort?.postMessage(runChecks(scenario, seed, from, to)),
)
