import { hodgesLehmannInterval } from '../statistics/hodges-lehmann.ts'
import type { Interval } from '../statistics/interval.ts'

/** The values of the primary metric of one benchmark, both variants of one round; above 0, in one unit. */
export interface Pair {
  round: number
  base: number
  head: number
}

/** A benchmark of a check as the verdict sees it: its name, and the rounds in which both variants gave a value. */
export interface BenchmarkPairs {
  benchmark: string
  better: 'lower' | 'higher'
  pairs: readonly Pair[]
}

/** Slowdowns, 0.1 for 10% more time (or base ÷ head = 1.1 where higher is better), with the level they hold at. */
export interface SlowdownInterval {
  ends: Interval
  level: number
}

/**
 * The logarithms of both variants in the order of the rounds, their signs changed where higher is better: more is slower.
 * Throws a RangeError where a value is not above 0.
 */
export function slownessOf({ benchmark, better, pairs }: BenchmarkPairs): { base: number[]; head: number[] } {
  const ordered = pairs.toSorted((a, b) => a.round - b.round)
  const slowness = (value: number) => {
    if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`${benchmark}: a verdict needs values above 0`)
    return better === 'lower' ? Math.log(value) : -Math.log(value)
  }
  return { base: ordered.map(({ base }) => slowness(base)), head: ordered.map(({ head }) => slowness(head)) }
}

/** The logarithm of the slowdown of each pair. */
export function logSlowdowns(base: readonly number[], head: readonly number[]): number[] {
  return head.map((value, round) => value - (base[round] as number))
}

/** The Hodges–Lehmann interval of logarithms of slowdowns, as slowdowns; null where they are too few for the level. */
export function slowdownInterval(logarithms: readonly number[], level: number): SlowdownInterval | null {
  const ends = hodgesLehmannInterval(logarithms, level)
  return ends === null ? null : { ends: [Math.expm1(ends[0]), Math.expm1(ends[1])], level }
}
