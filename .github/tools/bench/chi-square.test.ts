import { expect, test } from 'vitest'
import { chiSquareQuantile } from './chi-square.ts'

// Computed with `scipy.stats.chi2.ppf` of SciPy 1.17.1.
test.each([
  [0.025, 1, 0.0009820691171752555],
  [0.025, 4, 0.4844185570879299],
  [0.975, 4, 11.143286781877796],
  [0.95, 9, 16.918977604620448],
  [0.5, 18, 17.33790236874074],
  [0.025, 100, 74.22192747492373],
  [0.975, 101, 130.69970862406595],
])('the chi-square quantile at %f with %i degrees of freedom is %f', (probability, degrees, expected) => {
  expect(chiSquareQuantile(probability, degrees)).toBeCloseTo(expected, 8)
})

test.each([
  [0, 3],
  [1, 3],
  [0.5, 0],
  [0.5, 2.5],
])('a chi-square quantile at %f with %f degrees of freedom is refused', (probability, degrees) => {
  expect(() => chiSquareQuantile(probability, degrees)).toThrow(RangeError)
})
