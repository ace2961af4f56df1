import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { originsOf } from './plan-request.ts'

const variant = (directory: string, more = {}) => ({ directory, engine: null, image: null, ...more })

test('a variant has a commit only without changes, and its image is named without the registry', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'file'), '')
  const git = (...args: string[]) => execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8' }).trim()
  const of = async () =>
    await originsOf({ base: variant(directory), head: variant(directory, { image: 'x.test/y/z:1' }) })
  expect(await of()).toEqual({
    base: { commit: null, engine: null, image: null },
    head: { commit: null, engine: null, image: 'z:1' },
  })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'a')
  expect((await of()).base.commit).toBe(git('rev-parse', 'HEAD'))
  writeFileSync(join(directory, 'changed'), '')
  expect((await of()).base.commit).toBeNull()
})
