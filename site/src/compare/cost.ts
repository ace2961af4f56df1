import type { BenchmarkLine } from '@plimsoll/schema/compare'

/** Which of the two runs does better in a benchmark, as far as the interval tells. */
export type Direction = 'worse' | 'better' | 'unclear'

/** What a benchmark costs in B, relative to A. Above 1, B is worse, whatever the metric. */
export interface Cost {
  /** B ÷ A; A ÷ B for a metric of which more is better, such as a rate. */
  ratio: number
  interval: [number, number] | null
  /** The direction of the whole interval. `unclear` if the interval includes 1, and without an interval. */
  direction: Direction
}

/** Returns the cost of a benchmark in B relative to A; null if there is no ratio above 0. */
export function costOf({ better, ratio }: BenchmarkLine['compared']): Cost | null {
  if (ratio === null || ratio.value <= 0) return null
  const ends = ratio.interval !== null && ratio.interval[0] > 0 ? ratio.interval : null
  const isInverse = better === 'higher'
  const interval: Cost['interval'] = ends === null ? null : isInverse ? [1 / ends[1], 1 / ends[0]] : [ends[0], ends[1]]
  return { ratio: isInverse ? 1 / ratio.value : ratio.value, interval, direction: directionOf(interval) }
}

function directionOf(interval: Cost['interval']): Direction {
  if (interval === null) return 'unclear'
  return interval[0] > 1 ? 'worse' : interval[1] < 1 ? 'better' : 'unclear'
}
