import { expect, test } from 'vitest'
import { hourlyQuota } from './limits.ts'
import type { Refusal } from './refusal.ts'

function refusalOf(attempt: () => void): Refusal | null {
  try {
    attempt()
    return null
  } catch (error) {
    return error as Refusal
  }
}

test('the hourly quota of a repository does not affect other repositories', () => {
  let now = 0
  const { take } = hourlyQuota(60, () => now)
  for (let index = 0; index < 60; index += 1) take('1')
  expect(refusalOf(() => take('1'))).toMatchObject({ status: 429, code: 'quota-exceeded', retryAfter: 60 })
  take('2')
  now = 59_000
  expect(refusalOf(() => take('1'))).toMatchObject({ retryAfter: 1 })
  now = 60_000
  expect(refusalOf(() => take('1'))).toBeNull()
  expect(refusalOf(() => take('1'))?.code).toBe('quota-exceeded')
})

test('unused quota does not accumulate beyond one hour', () => {
  let now = 0
  const { take } = hourlyQuota(2, () => now)
  take('1')
  now = 100 * 3_600_000
  take('1')
  take('1')
  expect(refusalOf(() => take('1'))?.code).toBe('quota-exceeded')
})

test('a clock that is set back does not reduce the quota', () => {
  let now = 1_000_000
  const { take } = hourlyQuota(2, () => now)
  take('1')
  now = 0
  expect(refusalOf(() => take('1'))).toBeNull()
})

test('bytes have an hourly quota too, and the excess of one document reduces the quota of the next', () => {
  let now = 0
  const { take, spend } = hourlyQuota(60, () => now, 3600)
  take('1')
  spend('1', 3660)
  expect(refusalOf(() => take('1'))).toMatchObject({ status: 429, code: 'quota-exceeded', retryAfter: 61 })
  expect(refusalOf(() => take('2'))).toBeNull()
  now = 61_000
  expect(refusalOf(() => take('1'))).toBeNull()
})
