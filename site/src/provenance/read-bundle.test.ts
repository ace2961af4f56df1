import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { MAX_BUNDLE_BYTES, readBundle } from './verify-bundle.ts'

test('a bundle is read byte for byte, and null if there is none', () => {
  const file = path.join(temporaryDirectory(), 'run.sigstore.json')
  expect(readBundle(file)).toBeNull()
  const bytes = Buffer.alloc(MAX_BUNDLE_BYTES, 'x')
  writeFileSync(file, bytes)
  expect(readBundle(file)).toEqual(bytes)
  writeFileSync(file, Buffer.alloc(MAX_BUNDLE_BYTES + 1))
  expect(() => readBundle(file)).toThrow('it is larger than the maximum of 64 kB')
})

test('a folder and a link are no bundles', () => {
  const directory = temporaryDirectory()
  const [folder, link] = ['folder', 'link'].map((name) => path.join(directory, name)) as [string, string]
  mkdirSync(folder)
  symlinkSync('nothing', link)
  for (const file of [folder, link]) expect(() => readBundle(file)).toThrow('it is not a regular file')
})

test.skipIf(process.platform !== 'linux')('a bundle that cannot be read is a sentence', () => {
  // The kernel shows the memory of the process as a regular file, whose beginning no process can read.
  expect(() => readBundle('/proc/self/mem')).toThrow(/^it cannot be read \(E/)
})
