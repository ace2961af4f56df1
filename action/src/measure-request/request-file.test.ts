import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MeasureRequest } from './measure-request.ts'
import { readRequest, removeRequest, writeRequest } from './request-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const REQUEST: MeasureRequest = {
  ...{ project: '/work', workloads: ['a'], params: [], scenarios: ['bind'], engines: ['all'], variants: null },
  declared: { nfs: null, synced: null },
}

test('only this user can read a request, also one that replaces another, and it is read as it was written', () => {
  const file = writeRequest(directory, { ...REQUEST, rounds: 14 })
  expect(statSync(writeRequest(directory, REQUEST)).mode & 0o777).toBe(0o600)
  expect(readRequest(file)).toEqual(REQUEST)
  removeRequest(directory)
  expect(existsSync(file)).toBe(false)
  removeRequest(directory)
})

test('a file that is missing, or no JSON, is refused with a sentence', () => {
  writeFileSync(join(directory, 'text'), 'rounds: 3')
  for (const name of ['text', 'nowhere'])
    expect(() => readRequest(join(directory, name))).toThrow(
      / is not a request \(.+\)\. Only Plimsoll's action writes requests\.$/,
    )
})
