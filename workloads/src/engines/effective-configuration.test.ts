import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requestedIn } from './effective-configuration.ts'

test.each([
  ['vmType: "qemu"\nmountType: 9p\ncpus: 2\n', { vmType: 'qemu', mountType: '9p', cpus: 2 }],
  ['vmType: null\n# mountType: virtiofs\nmounts:\n- location: "~"\n  mountType: virtiofs\n', {}],
  ['mountType: reverse-sshfs # as before\n', { mountType: 'reverse-sshfs' }],
  ['memory: "4GiB"\n', { memory: 2 ** 32 }],
  ["memory: '2.5GiB' # --memory=2.5\n", { memory: 2.5 * 2 ** 30 }],
  ['memory: 512m\n', { memory: 2 ** 29 }],
  ['memory: 4294967296\n', { memory: 2 ** 32 }],
  ['memory: null\n', {}],
  ['memory: much\n', {}],
])("Lima's file %j has the requested settings %j", (text, requested) => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  writeFileSync(join(directory, 'lima.yaml'), text)
  expect(requestedIn(directory)).toEqual(requested)
  rmSync(directory, { recursive: true })
  expect(requestedIn(directory)).toEqual({})
})
