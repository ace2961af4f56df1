import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImageFileSystem, mountImage, whyNoImage } from './mounted-image.ts'

const MEBIBYTE = 2 ** 20
const FILE_SYSTEMS: [ImageFileSystem, string][] = [
  ['ext4', 'ext4'],
  ['ext4 without a journal', 'ext4'],
  ['xfs', 'xfs'],
  ['btrfs', 'btrfs'],
]
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(FILE_SYSTEMS)('an image with %s', (fileSystem, type) => {
  const missing = whyNoImage(fileSystem)
  if (missing) console.warn(`Skipped: ${missing.reason}`)

  test.skipIf(missing)(
    'is mounted from a file that is allocated in full and read directly, and leaves nothing',
    async () => {
      const free = freeBytes(folder)
      const image = await mountImage(fileSystem, { bytes: 512 * MEBIBYTE, folder })
      try {
        expect(mountOf(image.directory)).toMatch(new RegExp(`^/dev/${image.device} \\S+ ${type} `))
        expect(readFileSync(`/sys/block/${image.device}/loop/dio`, 'utf8').trim()).toBe('1')
        expect(free - freeBytes(folder)).toBeGreaterThan(256 * MEBIBYTE)
        if (type === 'ext4')
          expect(existsSync(`/proc/fs/jbd2/${image.device}-8`), 'journal').toBe(fileSystem === 'ext4')
        writeFileSync(join(image.directory, 'file'), 'text')
      } finally {
        await image.remove()
      }
      await image.remove()
      expect(mountOf(image.directory)).toBeUndefined()
      expect(readdirSync(folder)).toEqual([])
      await expect.poll(() => readFileSync(`/sys/block/${image.device}/size`, 'utf8').trim()).toBe('0')
    },
  )
})

test.skipIf(whyNoImage('ext4'))('an image that cannot be mounted leaves nothing', async () => {
  const options = { bytes: 64 * MEBIBYTE, folder, mountOptions: ['no-such-option'] }
  await expect(mountImage('ext4', options)).rejects.toThrow('no-such-option')
  expect(readdirSync(folder)).toEqual([])
  expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(folder)
})

function mountOf(directory: string): string | undefined {
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === directory)
}

function freeBytes(path: string): number {
  const { bfree, bsize } = statfsSync(path)
  return bfree * bsize
}
