import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { removeSlots, type Slot } from '../sample/slot.ts'
import { noteRemoval, secondsSinceRemoval } from './last-removal.ts'
import { plimsollHome } from './plimsoll-home.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  vi.stubEnv('HOME', home)
})

test('without a record no removal is known, and a record needs the folder of Plimsoll', () => {
  noteRemoval()
  expect(secondsSinceRemoval()).toBeNull()
  expect(readdirSync(home)).toEqual([])
})

test('the removal of slots is recorded; one that lies in the future is not known', async () => {
  mkdirSync(plimsollHome())
  await removeSlots([])
  expect(secondsSinceRemoval()).toBeNull()
  const nothing = { containers: [], volumes: [], networks: [], hostDirectory: null, machineDirectory: null }
  const before = Date.now()
  await removeSlots([{ run: 'r', engine: null, ...nothing } satisfies Slot])
  const seconds = secondsSinceRemoval()
  expect(seconds).toBeLessThanOrEqual((Date.now() - before) / 1000)
  expect(secondsSinceRemoval(Date.now() + 60_000)).toBeGreaterThanOrEqual(60)
  expect(secondsSinceRemoval(Date.now() - 60_000)).toBeNull()
})
