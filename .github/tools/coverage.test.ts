import { expect, test } from 'vitest'
import { coverageLine } from './coverage.ts'

const counts = (covered: number, total: number) => ({ covered, total })

test('coverage is computed over all lines of a package, not as the mean of its files', () => {
  const files = [
    { lines: counts(90, 90), branches: counts(10, 10) },
    { lines: counts(0, 10), branches: counts(0, 30) },
  ]
  expect(coverageLine('schema', files)).toBe('schema     lines  90.0 %   branches  25.0 %')
})

test('one uncovered line of ten thousand is not rounded away', () => {
  const file = { lines: counts(9_999, 10_000), branches: counts(1, 1) }
  expect(coverageLine('workloads', [file])).toBe('workloads  lines  99.9 %   branches 100.0 %')
})
