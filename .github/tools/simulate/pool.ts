import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { RUN_NOISES } from './run-noise.ts'
import { SCENARIOS } from './scenarios.ts'
import { runChecks } from './simulate-checks.ts'
import { CPU_NOISES, runCpuTimes } from './simulate-cpu-times.ts'
import { HISTORY_KINDS, runHistories } from './simulate-histories.ts'
import { RUN_SPREADS, runReplications } from './simulate-replications.ts'
import { runRuns } from './simulate-runs.ts'
import type { Tally } from './tally.ts'

/** What is simulated: checks of every scenario, checks with wall and CPU times, runs with every kind of noise, series of runs that spread, and histories. */
const PARTS = {
  checks: { kinds: SCENARIOS, simulate: runChecks },
  cpuTimes: { kinds: CPU_NOISES, simulate: runCpuTimes },
  runs: { kinds: RUN_NOISES, simulate: runRuns },
  replications: { kinds: RUN_SPREADS, simulate: runReplications },
  histories: { kinds: HISTORY_KINDS, simulate: runHistories },
}

export type Part = keyof typeof PARTS

/** What a worker simulates. `kind` is an index of the kinds of the part. */
interface Task {
  part: Part
  kind: number
  seed: number
  repetitions: number
}

/**
 * Simulates `repetitions` checks, runs, series of runs or histories of every kind, a kind at a time on each processor. The result
 * depends on the seed, and not on the number of processors.
 * @param onKind is called when all repetitions of a kind are done
 * @returns the counts, by the names of the kinds
 */
export async function simulatePart(
  part: Part,
  repetitions: number,
  seed: number,
  onKind: (name: string, done: number, of: number) => void,
): Promise<Record<string, Tally>> {
  const { kinds } = PARTS[part]
  const tallies: Tally[] = []
  const queue = kinds.entries()
  let done = 0

  async function work(): Promise<void> {
    for (const [kind, { name }] of queue) {
      const task: Task = { part, kind, seed, repetitions }
      const [tally] = await once(new Worker(fileURLToPath(import.meta.url), { workerData: task }), 'message')
      tallies[kind] = tally
      onKind(name, ++done, kinds.length)
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return Object.fromEntries(kinds.map(({ name }, kind) => [name, tallies[kind] as Tally]))
}

if (!isMainThread && workerData?.part) {
  const { part, kind, seed, repetitions } = workerData as Task
  parentPort?.postMessage(PARTS[part].simulate(kind, seed, repetitions))
}
