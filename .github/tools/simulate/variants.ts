import type { Generator } from '@plimsoll/schema/statistics'

/** The logarithms of the times of one benchmark. Each variant has one per round, in the order of the rounds. */
export interface Variants {
  base: number[]
  head: number[]
}

/** Splits times in chronological order into rounds of two, and assigns base and head at random. */
export function interleave(series: readonly number[], generator: Generator): Variants {
  const variants: Variants = { base: [], head: [] }
  for (let first = 0; first + 1 < series.length; first += 2) {
    const swap = generator.below(2)
    variants.base.push(series[first + swap] as number)
    variants.head.push(series[first + 1 - swap] as number)
  }
  return variants
}

/** Splits times in chronological order as if all of base had been measured before all of head. */
export function baseThenHead(series: readonly number[]): Variants {
  const half = Math.floor(series.length / 2)
  return { base: series.slice(0, half), head: series.slice(half, 2 * half) }
}

/** Returns the same times with more work in head. The share of additional work is `change`: 0.1 is 10%. */
export function changed({ base, head }: Variants, change: number): Variants {
  return { base, head: head.map((value) => value + Math.log1p(change)) }
}
