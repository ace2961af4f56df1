import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLittleSpace, makePlace, type Place, removePlaces } from './place.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const place: Place = {
  run: 'r',
  engine: null,
  containers: [],
  volumes: [],
  networks: [],
  hostDirectory: join(scratch, 'deep/place'),
  machineDirectory: null,
}

test('a host directory is made for anybody to write in, and removed with all that is in it', async () => {
  await makePlace(place)
  expect(statSync(join(scratch, 'deep/place')).mode & 0o777).toBe(0o777)
  mkdirSync(join(scratch, 'deep/place/a/b'), { recursive: true })
  writeFileSync(join(scratch, 'deep/place/a/b/c'), '')
  await removePlaces([place, place])
  expect(existsSync(join(scratch, 'deep/place'))).toBe(false)
})

test('less than 10 GiB is little space; not knowing is not', () => {
  expect([5e9, 10 * 2 ** 30, null].map((bytes) => isLittleSpace(bytes, 'ext2/ext3'))).toEqual([true, false, false])
  expect([isLittleSpace(5e9, null), isLittleSpace(64e6, 'tmpfs')]).toEqual([true, false])
})
