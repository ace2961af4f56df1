import { regularizedBeta } from './incomplete-beta.ts'
import { type Interval, LEVEL } from './interval.ts'

/** The exact 95% interval of a probability, from `hits` in `of` trials (Clopper and Pearson 1934). */
export function binomialInterval(hits: number, of: number): Interval {
  const tail = (1 - LEVEL) / 2
  return [
    hits === 0 ? 0 : betaQuantile(tail, hits, of - hits + 1),
    hits === of ? 1 : betaQuantile(1 - tail, hits + 1, of - hits),
  ]
}

/** The x with I_x(a, b) = probability, by bisection to the last bits of a double. */
function betaQuantile(probability: number, a: number, b: number): number {
  let low = 0
  let high = 1
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (regularizedBeta(middle, a, b) < probability) low = middle
    else high = middle
  }
}
