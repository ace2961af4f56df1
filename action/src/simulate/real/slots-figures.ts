import { alignedRankP, median } from '@plimsoll/schema/statistics'
import type { Kind, SlotSample } from './slots.ts'

/**
 * How often identical containers were reported as different. Each pair of containers is tested by itself at the given
 * level. There is no adjustment for multiple tests, because the question is how often one comparison errs. The pairs
 * share containers and are not independent, so there is no interval for the share of different pairs.
 */
export interface SlotsFigures {
  /** the number of all pairs of containers */
  pairs: number
  /** the number of pairs with p ≤ 1% */
  differentAt1: number
  /** the number of pairs with p ≤ 5% */
  differentAt5: number
  /** the median time of each container, in ns */
  medians: number[]
}

/**
 * Test every pair of containers of one kind with the test that a check uses, on logarithms of the times.
 * @param samples one sample of every container in every round; samples of the other kind are ignored
 */
export function slotsFigures(samples: readonly SlotSample[], kind: Kind): SlotsFigures {
  const times = timesOf(samples.filter((sample) => sample.kind === kind))
  const logarithms = times.map((list) => list.map(Math.log))
  const ps = logarithms.flatMap((one, index) => logarithms.slice(index + 1).map((other) => alignedRankP(one, other)))
  return {
    pairs: ps.length,
    differentAt1: ps.filter((p) => p <= 0.01).length,
    differentAt5: ps.filter((p) => p <= 0.05).length,
    medians: times.map((list) => Math.round(median(list))),
  }
}

/** The times in ns, by container and then by round. */
function timesOf(samples: readonly SlotSample[]): number[][] {
  const times: number[][] = []
  for (const { container, round, ns } of samples) {
    times[container] ??= []
    ;(times[container] as number[])[round] = ns
  }
  return times
}
