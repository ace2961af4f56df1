import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { mayBeRunning, runOwner } from './run-owner.ts'

const [host = '', pid, start, seconds] = runOwner().split('-')
const elsewhere = host.replaceAll(/./g, (digit) => (digit === '0' ? '1' : '0'))
const aWeekAgo = Number(seconds) - 7 * 24 * 60 * 60 - 60

test.each<[string, string, boolean]>([
  ['this process', runOwner(), true],
  ['an earlier process with the same number', [host, pid, '0'.repeat(12), seconds].join('-'), false],
  ['a process that has ended', [host, spawnSync('true').pid, start, seconds].join('-'), false],
  ['a process of another machine', [elsewhere, 1, start, seconds].join('-'), true],
  ['a process of another machine a week ago', [elsewhere, 1, start, aWeekAgo].join('-'), false],
  ['a run without an owner', '', false],
])('%s may be running: %s %s', (_, owner, expected) => {
  expect(mayBeRunning(owner)).toBe(expected)
})
