import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDirectory } from './make-directory.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('a directory is created with its parents, and an existing one is not changed', () => {
  const deep = join(directory, 'a/b/c')
  makeDirectory(deep)
  makeDirectory(deep)
  expect(statSync(deep).isDirectory()).toBe(true)
})

test('an existing file, a dangling link, or a link to itself, is an error', () => {
  writeFileSync(join(directory, 'file'), '')
  symlinkSync('nothing', join(directory, 'link'))
  symlinkSync('loop', join(directory, 'loop'))
  expect(() => makeDirectory(join(directory, 'file'))).toThrow('EEXIST')
  expect(() => makeDirectory(join(directory, 'file/below'))).toThrow('EEXIST')
  for (const name of ['link', 'link/below', 'loop', 'loop/below'])
    expect(() => makeDirectory(join(directory, name))).toThrow(
      `${join(directory, name.slice(0, 4))} is a link to something`,
    )
})

test.runIf(process.platform === 'linux')(
  'where new directories are refused as if they were missing, it ends',
  async () => {
    const script = `
    import { makeDirectory } from ${JSON.stringify(new URL('./make-directory.ts', import.meta.url).href)}
    try { makeDirectory('/proc/slots/deep') } catch ({ code }) { console.log(code) }`
    // The test runs `makeDirectory` in a separate process, because a busy loop cannot be ended from within.
    const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', script])
    expect(stdout).toBe('ENOENT')
  },
)
