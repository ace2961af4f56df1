import type { ComparedCost } from '@plimsoll/schema/compare'

/** Which of the two runs does better in a benchmark, as far as the interval tells. */
export type Direction = 'worse' | 'better' | 'unclear'

/** Returns what the whole interval of a cost says about B. `unclear` if it includes 1, and without an interval. */
export function directionOf({ interval }: ComparedCost): Direction {
  if (interval === null) return 'unclear'
  return interval[0] > 1 ? 'worse' : interval[1] < 1 ? 'better' : 'unclear'
}
