import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findCleanCommit } from './git.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8' })
  git('init', '--quiet')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '--message=One')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

test('the commit of a folder is from its own repository, even in a hook of another repository', async () => {
  const commit = execFileSync('git', ['-C', directory, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  vi.stubEnv('GIT_DIR', '/no/such/repository')
  expect(await findCleanCommit(directory)).toBe(commit)
})

test('new documents and journals of runs are no changes', async () => {
  for (const name of ['plimsoll-abcdefgh23.json', 'first.json', 'first.json.journal'])
    writeFileSync(join(directory, name), '{"schemaVersion": 1, "origin": {}, "benchmarks": []}')
  expect(await findCleanCommit(directory)).toMatch(/^[0-9a-f]{40}$/)
})

test('a folder with uncommitted changes has no commit', async () => {
  writeFileSync(join(directory, 'new'), '')
  expect(await findCleanCommit(directory)).toBeNull()
  expect(await findCleanCommit(tmpdir())).toBeNull()
})
