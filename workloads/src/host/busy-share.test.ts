import { expect, test } from 'vitest'
import { busyShare, readTicks, shareBetween } from './busy-share.ts'

test('waiting for the disk is not idle, and the time of guests counts once', () => {
  const before = readTicks('cpu  100 0 100 1000 50 0 0 0 80 0\ncpu0 1 2 3\n')
  const after = readTicks('cpu  130 0 110 1050 60 0 0 0 110 0\n')
  expect(before && after && shareBetween(before, after)).toBeCloseTo(0.5)
})

test('without any time between two readings, the share is unknown', () => {
  expect(shareBetween({ idle: 1, total: 2 }, { idle: 1, total: 2 })).toBeNull()
})

test('the share of this host is between 0 and 1', async () => {
  const share = await busyShare(50)
  expect(share).toBeGreaterThanOrEqual(0)
  expect(share).toBeLessThanOrEqual(1)
})
