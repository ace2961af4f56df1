import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { secondsSinceRemoval } from './last-removal.ts'
import { inTemporaryDirectory, removeAbandonedDirectories, removeUnusedDirectories } from './temporary-directory.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  vi.stubEnv('HOME', home)
})

const scratches = () => readdirSync(join(home, '.plimsoll/cache/scratch'))

test('a scratch directory stays until the unused ones are removed, also where its use fails', async () => {
  const directory = await inTemporaryDirectory(async (directory) => {
    writeFileSync(join(directory, 'file'), '')
    expect(removeAbandonedDirectories()).toBe(0)
    return directory
  })
  await expect(inTemporaryDirectory(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(join(directory, 'file'))).toBe(true)
  expect(scratches()).toHaveLength(2)
  removeUnusedDirectories()
  expect(scratches()).toEqual([])
})

test('a process that ends removes its scratch directories, and the next run knows that files were removed', () => {
  const module = JSON.stringify(new URL('./temporary-directory.ts', import.meta.url))
  const script = `const { inTemporaryDirectory } = await import(${module}); await inTemporaryDirectory(async () => {})`
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', script]).status).toBe(0)
  expect(scratches()).toEqual([])
  expect(secondsSinceRemoval()).not.toBeNull()
})

test('what a process that is gone has left is removed with all that is in it, and what a living one uses stays', async () => {
  const { pid } = spawnSync('true')
  await inTemporaryDirectory(async () => {
    mkdirSync(join(home, `.plimsoll/cache/scratch/${pid}-abcdef/context`), { recursive: true })
    expect(removeAbandonedDirectories()).toBe(1)
    expect(scratches()).toEqual([expect.stringMatching(new RegExp(`^${process.pid}-`))])
  })
  expect(removeAbandonedDirectories()).toBe(0)
})
