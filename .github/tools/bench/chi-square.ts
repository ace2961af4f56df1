import { normalTail } from '../../../schema/src/statistics/normal.ts'

/**
 * The quantile of the chi-square distribution with a whole number `degrees` ≥ 1 of degrees of freedom at `probability`
 * in (0, 1): the x with P(X ≤ x) = probability. It is found by bisection to the last bits of a double.
 * @throws {RangeError} for a probability or degrees outside these ranges
 */
export function chiSquareQuantile(probability: number, degrees: number): number {
  if (!(probability > 0 && probability < 1 && degrees >= 1 && Number.isInteger(degrees)))
    throw new RangeError(
      'a chi-square quantile needs a probability between 0 and 1, and whole degrees of freedom from 1',
    )
  const tail = 1 - probability
  let low = 0
  let high = degrees
  while (chiSquareTail(high, degrees) > tail) high *= 2
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (chiSquareTail(middle, degrees) > tail) low = middle
    else high = middle
  }
}

/** P(X > x) for x ≥ 0, by the recurrence in steps of two degrees of freedom (Abramowitz and Stegun 26.4.8). */
function chiSquareTail(x: number, degrees: number): number {
  const isOdd = degrees % 2 === 1
  let tail = isOdd ? 2 * normalTail(Math.sqrt(x)) : Math.exp(-x / 2)
  // (x/2)^(k/2) · e^(−x/2) ÷ Γ(k/2 + 1), from k = 1 or k = 2 on
  let term = Math.exp(-x / 2) * (isOdd ? Math.sqrt((2 * x) / Math.PI) : x / 2)
  for (let k = isOdd ? 1 : 2; k < degrees; k += 2) {
    tail += term
    term *= x / (k + 2)
  }
  return tail
}
