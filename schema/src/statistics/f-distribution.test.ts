import { expect, test } from 'vitest'
import { fQuantile } from './f-distribution.ts'
import { studentTQuantile } from './student-t.ts'

test('quantiles agree with the tables', () => {
  expect(fQuantile(0.975, 10, 20)).toBeCloseTo(2.7737, 4)
  expect(fQuantile(0.95, 5, 10)).toBeCloseTo(3.3258, 4)
})

test('with one degree of freedom above, F is the square of t', () => {
  expect(fQuantile(0.95, 1, 12)).toBeCloseTo(studentTQuantile(0.975, 12) ** 2, 10)
})

test('exchanging the degrees of freedom inverts F', () => {
  expect(fQuantile(0.025, 42, 39) * fQuantile(0.975, 39, 42)).toBeCloseTo(1, 10)
})

test.each([
  [0, 1, 1],
  [1, 1, 1],
  [0.5, 0, 1],
  [0.5, 1, 0],
])('refuses probability %s with %s and %s degrees of freedom', (probability, numerator, denominator) => {
  expect(() => fQuantile(probability, numerator, denominator)).toThrow(RangeError)
})
