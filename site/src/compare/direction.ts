import type { ComparedCost, ComparedMetric } from '@plimsoll/schema/compare'

/** Which of the two runs does better in a benchmark, as far as the interval tells. */
export type Direction = 'worse' | 'better' | 'unclear'

/** Returns what the whole interval of a cost says about B. `unclear` if it includes 1, and without an interval. */
export function judgeDirection({ interval }: ComparedCost): Direction {
  if (interval === null) return 'unclear'
  return interval[0] > 1 ? 'worse' : interval[1] < 1 ? 'better' : 'unclear'
}

/**
 * Says which of the two runs needs more in a metric, for example `B takes longer`. These words are no verdict: the runs
 * may have measured on different machines. A doubtful cost has the past tense, because it is a fact of these two runs only.
 */
export function describeDirection(
  direction: Direction,
  { unit }: Pick<ComparedMetric, 'unit'>,
  isDoubtful: boolean,
): string {
  if (direction === 'unclear') return 'not told apart'
  const { longer, more } = isDoubtful ? PAST : PRESENT
  return `${direction === 'worse' ? 'B' : 'A'} ${TIMES.has(unit) ? longer : more}`
}

/** What a run does whose cost is not doubtful. */
export const PRESENT = { longer: 'takes longer', more: 'costs more' }

/** What a run did whose cost is doubtful. */
export const PAST = { longer: 'took longer', more: 'cost more' }

/** The units of times, and of rates, whose inverse is a time. */
const TIMES = new Set(['ns', 'bytes/ns', 'operations/ns'])
