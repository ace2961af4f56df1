import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, expect, test } from 'vitest'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test.each([
  ['main', 1, '::error::The working directory was removed. Let no earlier step of the job remove the workspace.'],
  ['report', 1, '::error::The working directory was removed. Let no earlier step of the job remove the workspace.'],
  ['post', 0, 'Removed 0 objects of killed runs.'],
])('in a directory that was removed, %s ends with %i: %s', async (name, exitCode, said) => {
  const call = 'mkdir gone; cd gone; rmdir ../gone; PATH=/no/engine exec "$0" "$1"'
  const ended = await execa('/bin/bash', ['-c', call, process.execPath, join(DIST, `${name}.js`)], {
    ...{ reject: false, cwd: scratch, extendEnv: false },
    env: { HOME: scratch, PATH: process.env.PATH },
  })
  expect(ended.stdout.split('\n').at(-1)).toBe(said)
  expect(ended.exitCode).toBe(exitCode)
})
