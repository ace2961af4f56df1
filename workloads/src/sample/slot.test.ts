import { existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDiskFull, isLittleSpace, makeSlot, removeSlots, type Slot } from './slot.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const slot: Slot = {
  run: 'r',
  engine: null,
  containers: [],
  volumes: [],
  networks: [],
  hostDirectory: join(scratch, 'deep/slot'),
  machineDirectory: null,
}

test('a host directory is made for anybody to write in, and removed with all that is in it', async () => {
  await makeSlot(slot)
  expect(statSync(join(scratch, 'deep/slot')).mode & 0o777).toBe(0o777)
  mkdirSync(join(scratch, 'deep/slot/a/b'), { recursive: true })
  writeFileSync(join(scratch, 'deep/slot/a/b/c'), '')
  await removeSlots([slot, slot])
  expect(existsSync(join(scratch, 'deep/slot'))).toBe(false)
})

test('less than 10 GiB is little space; not knowing is not', () => {
  expect([5e9, 10 * 2 ** 30, null].map((bytes) => isLittleSpace(bytes, 'ext2/ext3'))).toEqual([true, false, false])
  expect([isLittleSpace(5e9, null), isLittleSpace(64e6, 'tmpfs')]).toEqual([true, false])
})

test.each([
  ['mkdir ENOSPC', true],
  ['docker: Error response from daemon: mkdir /x: no space left on device', true],
  ['{"step":"error","doing":"make-tree","message":"No space left on device"}', true],
  ['mkdir EACCES', false],
  [null, false],
])('the failure "%s" is of a full disk: %s', (failure, isFull) => {
  expect(isDiskFull(failure)).toBe(isFull)
})
