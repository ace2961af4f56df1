import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { RUN_NOISES } from './run-noise.ts'
import { SCENARIOS } from './scenarios.ts'
import { RUN_SPREADS } from './simulate-replications.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'
import type { Block } from './worker.ts'

const BLOCK_SIZE = 50

const KINDS = { checks: SCENARIOS, runs: RUN_NOISES, replications: RUN_SPREADS }

/**
 * Simulate `repetitions` checks of every scenario, runs of every kind of noise, or series of runs that spread in every
 * way, on all processors. The result depends
 * on the seed, and not on the number of processors.
 * @param onKind is called when all checks or runs of a kind are done
 * @returns the counts, by the names of the kinds
 */
export async function simulateAll(
  of: Block['of'],
  repetitions: number,
  seed: number,
  onKind: (name: string, done: number, of: number) => void,
): Promise<Record<string, Tally>> {
  const names = KINDS[of].map(({ name }) => name)
  const blocks = names.flatMap((_, kind) =>
    Array.from({ length: Math.ceil(repetitions / BLOCK_SIZE) }, (_, index): Block => {
      const from = index * BLOCK_SIZE
      return { of, kind, seed, from, to: Math.min(repetitions, from + BLOCK_SIZE) }
    }),
  )
  const tallies = new Map(blocks.map((block) => [block, emptyTally()]))
  const open = names.map((_, index) => blocks.filter(({ kind }) => kind === index).length)
  const queue = blocks.values()
  let done = 0

  async function work(): Promise<void> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    try {
      for (const block of queue) {
        worker.postMessage(block)
        const [tally] = (await once(worker, 'message')) as [Tally]
        tallies.set(block, tally)
        open[block.kind] = (open[block.kind] as number) - 1
        if (open[block.kind] === 0) onKind(names[block.kind] as string, ++done, names.length)
      }
    } finally {
      await worker.terminate()
    }
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
