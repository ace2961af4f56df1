import { hodgesLehmannInterval } from '../statistics/hodges-lehmann.ts'
import type { Interval } from '../statistics/interval.ts'

/**
 * The values of the primary metric of one benchmark in one round, for both variants. They are above 0 and have the same
 * unit.
 */
export interface Pair {
  round: number
  base: number
  head: number
}

/** The input of a verdict: the name of a benchmark, and the rounds that have a value from both variants. */
export interface BenchmarkPairs {
  benchmark: string
  better: 'lower' | 'higher'
  pairs: readonly Pair[]
}

/**
 * An interval of slowdowns with its level. A slowdown of 0.1 means 10% more time (or base ÷ head = 1.1 if higher is
 * better).
 */
export interface SlowdownInterval {
  ends: Interval
  level: number
}

/**
 * The logarithms of both variants in the order of the rounds. They are negated if higher is better, so larger means
 * slower.
 * @throws {RangeError} if a value is not above 0
 */
export function computeSlowness({ benchmark, better, pairs }: BenchmarkPairs): { base: number[]; head: number[] } {
  const ordered = pairs.toSorted((a, b) => a.round - b.round)
  const slowness = (value: number) => {
    if (!(value > 0 && Number.isFinite(value)))
      throw new RangeError(`${benchmark} has a value that is not above 0, so no verdict is possible`)
    return better === 'lower' ? Math.log(value) : -Math.log(value)
  }
  return { base: ordered.map(({ base }) => slowness(base)), head: ordered.map(({ head }) => slowness(head)) }
}

/** The logarithm of the slowdown of each pair. */
export function logSlowdowns(base: readonly number[], head: readonly number[]): number[] {
  return head.map((value, round) => value - (base[round] as number))
}

/**
 * The Hodges–Lehmann interval of logarithms of slowdowns, converted to slowdowns. Null if there are too few logarithms
 * for the level.
 */
export function slowdownInterval(logarithms: readonly number[], level: number): SlowdownInterval | null {
  const ends = hodgesLehmannInterval(logarithms, level)
  return ends === null ? null : { ends: [Math.expm1(ends[0]), Math.expm1(ends[1])], level }
}
