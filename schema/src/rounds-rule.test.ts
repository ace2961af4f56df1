import { expect, test } from 'vitest'
import { pooledResidual, roundsNeeded } from './rounds-rule.ts'

test('the residual is what rounds and scenarios do not explain', () => {
  // By hand: row means 2.5 and 4.5, column means 2, 3 and 5.5, mean 3.5. The residuals are ∓0.5, ∓0.5 and ±1, so their
  // squares sum to 3, with (2 − 1)(3 − 1) = 2 degrees of freedom.
  expect(
    pooledResidual([
      [0.5, 1.5, 5.5],
      [3.5, 4.5, 5.5],
    ]),
  ).toBeCloseTo(Math.sqrt(1.5), 12)
})

test('a table of rounds and scenarios alone has no residual, whatever their effects', () => {
  const table = [0, 3, -1, 40].map((round) => [5, 0.1, -7].map((scenario) => round + scenario))
  expect(pooledResidual(table)).toBeCloseTo(0, 12)
})

test('the residual does not change with the labels, the order of rounds, or a factor on one scenario', () => {
  const table = [
    [0.1, 0.25, -0.3],
    [0.4, 0.2, 0.9],
    [-0.2, 0.7, 0.15],
  ]
  const expected = pooledResidual(table)
  expect(pooledResidual(table.map(([a, b, c]) => [c as number, a as number, b as number]))).toBeCloseTo(expected, 12)
  expect(pooledResidual(table.toReversed())).toBeCloseTo(expected, 12)
  expect(pooledResidual(table.map(([a, ...rest]) => [(a as number) + 2, ...rest]))).toBeCloseTo(expected, 12)
})

test.each([
  ['one round', [[1, 2]]],
  ['one scenario', [[1], [2]]],
  ['no round', []],
  ['rounds of different lengths', [[1, 2], [3]]],
])('a table with %s is rejected', (_, table) => {
  expect(() => pooledResidual(table)).toThrow(RangeError)
})

const wide = { minimum: 1, maximum: 1000 }

// By hand, for s = 0.088 and h = 0.09: 1.96 · 1.41421 · 0.088 = 0.243924; ÷ ln 1.09 = 0.0861777 is 2.830479; squared and
// ÷ 0.955 is 8.389; 9 + 2 = 11. The other rows likewise.
test.each([
  [0.088, 0.09, 11],
  [0.088, 0.05, 29],
  [0.05, 0.09, 5],
  [0.05, 0.05, 11],
  [0.2, 0.09, 46],
  [0, 0.09, 2],
])('a residual of %d needs for ±%d %d rounds', (residual, halfWidth, rounds) => {
  expect(roundsNeeded(residual, halfWidth, wide)).toBe(rounds)
})

test('the rounds keep to the minimum and the maximum, and the maximum wins', () => {
  expect(roundsNeeded(0.01, 0.09, { minimum: 10, maximum: 15 })).toBe(10)
  expect(roundsNeeded(0.5, 0.09, { minimum: 10, maximum: 15 })).toBe(15)
  expect(roundsNeeded(0.01, 0.09, { minimum: 10, maximum: 7 })).toBe(7)
})
