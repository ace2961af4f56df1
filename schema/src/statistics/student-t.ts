import { regularizedBeta } from './incomplete-beta.ts'

/**
 * The quantile of Student's t distribution with `degrees` > 0 degrees of freedom at `probability` in (0, 1): the t with
 * P(T ≤ t) = probability. It is found by bisection of the distribution function to the last bits of a double. It is
 * cached, because the benchmarks of a run need the same few quantiles.
 */
export function studentTQuantile(probability: number, degrees: number): number {
  if (!(probability > 0 && probability < 1 && degrees > 0)) {
    throw new RangeError('a t quantile needs a probability between 0 and 1, and more than 0 degrees of freedom')
  }
  if (probability < 0.5) return -studentTQuantile(1 - probability, degrees)
  const key = `${probability} ${degrees}`
  const value = known.get(key) ?? bisect(probability, degrees)
  if (known.size < MAX_KNOWN) known.set(key, value)
  return value
}

const known = new Map<string, number>()
const MAX_KNOWN = 1000

function bisect(probability: number, degrees: number): number {
  const tail = 1 - probability
  let low = 0
  let high = 1
  while (upperTail(high, degrees) > tail) high *= 2
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (upperTail(middle, degrees) > tail) low = middle
    else high = middle
  }
}

/** P(T > t) for t ≥ 0 (Abramowitz and Stegun 26.7.1 with 26.5.27). */
function upperTail(t: number, degrees: number): number {
  return regularizedBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
}
