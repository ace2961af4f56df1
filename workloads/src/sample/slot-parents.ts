import { randomGenerator } from '@plimsoll/schema/statistics'

/**
 * The parent folders of the slots' host directories. A file system places the files of one folder together, and a
 * folder can be slow or fast for a whole run. With one parent for all samples of a scenario, its effect would look like
 * an effect of the scenario. Controls have parents of their own, so that they also show what the parent does.
 */
const PARENTS = ['a', 'b', 'c', 'd'] as const
const PARENTS_OF_CONTROLS = ['e', 'f', 'g', 'h'] as const

/** Makes the draws of parents differ from those of the order, which use the plan's seed itself. */
const OTHER_SEED = 0x9e3779b9

/**
 * Draws the parent folder of every sample of a plan. The same plan gives the same parents, also in a resumed run.
 * @returns for each round, the names of the parents in the order of its benchmarks
 */
export function drawParents({
  seed,
  order,
  benchmarks,
}: {
  seed: number
  order: number[][]
  benchmarks: { control: boolean }[]
}): string[][] {
  const random = randomGenerator((seed ^ OTHER_SEED) >>> 0)
  return order.map((turn) =>
    turn.map((benchmark) => {
      const parents = benchmarks[benchmark]?.control ? PARENTS_OF_CONTROLS : PARENTS
      return parents[random.below(parents.length)] as string
    }),
  )
}
