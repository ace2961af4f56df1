import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { RUN_NOISES } from './run-noise.ts'
import { SCENARIOS } from './scenarios.ts'
import { runChecks } from './simulate-checks.ts'
import { RUN_SPREADS, runReplications } from './simulate-replications.ts'
import { runRuns } from './simulate-runs.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'

/** What is simulated: checks of every scenario, runs with every kind of noise, and series of runs that spread. */
const PARTS = {
  checks: { kinds: SCENARIOS, simulate: runChecks },
  runs: { kinds: RUN_NOISES, simulate: runRuns },
  replications: { kinds: RUN_SPREADS, simulate: runReplications },
}

export type Part = keyof typeof PARTS

/** The repetitions from `from` to `to` − 1 of one kind. `kind` is an index of the kinds of the part. */
interface Block {
  part: Part
  kind: number
  seed: number
  from: number
  to: number
}

const BLOCK_SIZE = 50

/**
 * Simulates `repetitions` checks, runs or series of runs of every kind, on all processors. The result depends on the
 * seed, and not on the number of processors.
 * @param onKind is called when all repetitions of a kind are done
 * @returns the counts, by the names of the kinds
 */
export async function simulatePart(
  part: Part,
  repetitions: number,
  seed: number,
  onKind: (name: string, done: number, of: number) => void,
): Promise<Record<string, Tally>> {
  const names = PARTS[part].kinds.map(({ name }) => name)
  const blocks = names.flatMap((_, kind) =>
    Array.from({ length: Math.ceil(repetitions / BLOCK_SIZE) }, (_, index): Block => {
      const from = index * BLOCK_SIZE
      return { part, kind, seed, from, to: Math.min(repetitions, from + BLOCK_SIZE) }
    }),
  )
  const tallies = new Map<Block, Tally>()
  const open = names.map(() => blocks.length / names.length)
  const queue = blocks.values()
  let done = 0

  async function work(): Promise<void> {
    const worker = new Worker(fileURLToPath(import.meta.url))
    for (const block of queue) {
      worker.postMessage(block)
      const [tally] = (await once(worker, 'message')) as [Tally]
      tallies.set(block, tally)
      open[block.kind] = (open[block.kind] as number) - 1
      if (open[block.kind] === 0) onKind(names[block.kind] as string, ++done, names.length)
    }
    await worker.terminate()
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return Object.fromEntries(
    names.map((name, kind) => {
      const total = emptyTally()
      // Add the counts in the order of the checks or runs, not in the order of completion, so that the sum is always
      // the same.
      for (const block of blocks) if (block.kind === kind) addTally(total, tallies.get(block) as Tally)
      return [name, total]
    }),
  )
}

if (!isMainThread) {
  parentPort?.on('message', ({ part, kind, seed, from, to }: Block) =>
    parentPort?.postMessage(PARTS[part].simulate(kind, seed, from, to)),
  )
}
