import { regularizedBeta } from './incomplete-beta.ts'

/**
 * The quantile of the F distribution with `numerator` and `denominator` > 0 degrees of freedom at `probability` in
 * (0, 1): the x with P(F ≤ x) = probability. It is found by bisection of the distribution function to the last bits of a
 * double (Abramowitz and Stegun 26.6.2).
 * @throws {RangeError} for a probability or degrees outside these ranges
 */
export function fQuantile(probability: number, numerator: number, denominator: number): number {
  if (!(probability > 0 && probability < 1 && numerator > 0 && denominator > 0))
    throw new RangeError('an F quantile needs a probability between 0 and 1, and more than 0 degrees of freedom')
  let low = 0
  let high = 1
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return (denominator * middle) / (numerator * (1 - middle))
    if (regularizedBeta(middle, numerator / 2, denominator / 2) < probability) low = middle
    else high = middle
  }
}
