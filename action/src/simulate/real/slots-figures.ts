import { alignedRankP, median } from '@plimsoll/schema/statistics'
import type { Kind, SlotSample } from './slots.ts'

/**
 * How often identical containers were reported as different. Each pair is tested by itself at the given level, without
 * adjustment for multiple tests, because the question is how often one comparison errs. The pairs share containers and
 * are not independent, so there is no interval for their share.
 */
export interface SlotsFigures {
  /** all pairs of containers */
  pairs: number
  /** pairs with p ≤ 1% */
  differentAt1: number
  /** pairs with p ≤ 5% */
  differentAt5: number
  /** the median time of each container, in ns */
  medians: number[]
}

/**
 * Test every pair of containers of one kind with the test of a check, on logarithms.
 * @param samples one of every container in every round; those of the other kind are ignored
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

/** By container, then by round. */
function timesOf(samples: readonly SlotSample[]): number[][] {
  const times: number[][] = []
  for (const { container, round, ns } of samples) {
    times[container] ??= []
    ;(times[container] as number[])[round] = ns
  }
  return times
}
