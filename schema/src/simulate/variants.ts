import type { Generator } from '../statistics/generator.ts'

/** The logarithms of the times of one benchmark: one of each variant and round, in the order of the rounds. */
export interface Variants {
  base: number[]
  head: number[]
}

/** Times in the order they were measured in: each two are a round, and a coin says which of them is base. */
export function interleave(series: readonly number[], generator: Generator): Variants {
  const variants: Variants = { base: [], head: [] }
  for (let first = 0; first + 1 < series.length; first += 2) {
    const swap = generator.below(2)
    variants.base.push(series[first + swap] as number)
    variants.head.push(series[first + 1 - swap] as number)
  }
  return variants
}

/** The same times, as if all of base had been measured before all of head. */
export function baseThenHead(series: readonly number[]): Variants {
  const half = Math.floor(series.length / 2)
  return { base: series.slice(0, half), head: series.slice(half, 2 * half) }
}

/** The same, where head does `change` more work: 0.1 is 10%. */
export function changed({ base, head }: Variants, change: number): Variants {
  return { base, head: head.map((value) => value + Math.log1p(change)) }
}
