import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { addTally, emptyTally, SCENARIOS, type Tally } from '@plimsoll/schema/simulate'
import type { Block } from './worker.ts'

const CHECKS_PER_BLOCK = 50

/**
 * Simulate `repetitions` checks of every scenario on all processors. The result depends on the seed, and not on the
 * number of processors.
 * @param onScenario is called when all checks of a scenario are done
 * @returns the counts, by the names of the scenarios
 */
export async function simulateAll(
  repetitions: number,
  seed: number,
  onScenario: (name: string, done: number, of: number) => void,
): Promise<Record<string, Tally>> {
  const blocks = SCENARIOS.flatMap((_, scenario) =>
    Array.from({ length: Math.ceil(repetitions / CHECKS_PER_BLOCK) }, (_, index): Block => {
      const from = index * CHECKS_PER_BLOCK
      return { scenario, seed, from, to: Math.min(repetitions, from + CHECKS_PER_BLOCK) }
    }),
  )
  const tallies = new Map(blocks.map((block) => [block, emptyTally()]))
  const open = SCENARIOS.map((_, index) => blocks.filter(({ scenario }) => scenario === index).length)
  const queue = blocks.values()
  let done = 0

  async function work(): Promise<void> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    try {
      for (const block of queue) {
        worker.postMessage(block)
        const [tally] = (await once(worker, 'message')) as [Tally]
        tallies.set(block, tally)
        open[block.scenario] = (open[block.scenario] as number) - 1
        if (open[block.scenario] === 0) onScenario(SCENARIOS[block.scenario]?.name as string, ++done, SCENARIOS.length)
      }
    } finally {
      await worker.terminate()
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return Object.fromEntries(
    SCENARIOS.map(({ name }, scenario) => {
      const total = emptyTally()
      // Add the counts in the order of the checks, not in the order of completion, so that the sum is always the same.
      for (const block of blocks) if (block.scenario === scenario) addTally(total, tallies.get(block) as Tally)
      return [name, total]
    }),
  )
}
