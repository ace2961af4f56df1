import type { Generator } from '../statistics/generator.ts'

/** The logarithms of the times of one cell: one of each arm and round, in the order of the rounds. */
export interface Arms {
  base: number[]
  head: number[]
}

/** Times in the order they were measured in: each two are a round, and a coin says which of them is base. */
export function interleave(series: readonly number[], generator: Generator): Arms {
  const arms: Arms = { base: [], head: [] }
  for (let first = 0; first + 1 < series.length; first += 2) {
    const swap = generator.below(2)
    arms.base.push(series[first + swap] as number)
    arms.head.push(series[first + 1 - swap] as number)
  }
  return arms
}

/** The same times, as if all of base had been measured before all of head. */
export function baseThenHead(series: readonly number[]): Arms {
  const half = Math.floor(series.length / 2)
  return { base: series.slice(0, half), head: series.slice(half, 2 * half) }
}

/** The same, where head does `change` more work: 0.1 is 10%. */
export function changed({ base, head }: Arms, change: number): Arms {
  return { base, head: head.map((value) => value + Math.log1p(change)) }
}
