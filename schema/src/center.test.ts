import { expect, test } from 'vitest'
import { chooseCenter, formatCenter, ratioOfCenters } from './center.ts'

test('the value of a result is its median, and the mean only of a source that states no median', () => {
  expect(chooseCenter({ median: 9.012e9, mean: 8.99e9 })).toEqual({ value: 9.012e9, statistic: 'median' })
  expect(chooseCenter({ median: null, mean: 8.99e9 })).toEqual({ value: 8.99e9, statistic: 'mean' })
  expect(chooseCenter({ median: null, mean: null })).toBeNull()
})

test('a mean is marked as the mean of the source', () => {
  expect(formatCenter({ value: 9.012e9, statistic: 'median' }, 'ns')).toBe('9.01 s')
  expect(formatCenter({ value: 8.99e9, statistic: 'mean' }, 'ns')).toBe('8.99 s (mean of the source)')
})

test('a ratio is of two medians, or of two means, and never of a mean and a median', () => {
  const [both, onlyMean] = [
    { median: 3, mean: 4 },
    { median: null, mean: 2 },
  ]
  expect(ratioOfCenters({ median: 9, mean: 10 }, both)).toEqual({ value: 3, statistic: 'median' })
  expect(ratioOfCenters(both, onlyMean)).toEqual({ value: 2, statistic: 'mean' })
  expect(ratioOfCenters({ median: 9, mean: null }, onlyMean)).toBeNull()
})

test('a median of 0 has no ratio, even if there are means', () => {
  const [zero, other] = [
    { median: 0, mean: 4 },
    { median: 3, mean: 5 },
  ]
  expect(ratioOfCenters(zero, other)).toBeNull()
  expect(ratioOfCenters(other, zero)).toBeNull()
  expect(ratioOfCenters(zero, zero)).toBeNull()
})
