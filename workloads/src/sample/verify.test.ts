import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  chmodSync(directory, 0o777)
})
afterEach(() => rmSync(directory, { recursive: true }))

/** The result for a user other than root, on a host directory in which the container has counted `files` files. */
function disagreement(files: number): string {
  const script = `
    import { hostDisagrees } from ${JSON.stringify(new URL('./verify.ts', import.meta.url).href)}
    if (process.getuid() === 0) process.setuid(54321)
    const report = { counts: new Map([['/work', { files: ${files} }]]) }
    console.log(await hostDisagrees(process.argv[1], '/work', null, false, report))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, directory], {
    encoding: 'utf8',
  })
  return stdout.trim() || stderr
}

test('the host sees as many files as the container, or the directory is not shared', () => {
  for (const name of ['a', 'b']) writeFileSync(join(directory, name), '')
  expect(disagreement(2)).toBe('null')
  expect(disagreement(3)).toBe(
    'the container wrote 3 files into the bind mount, but the host sees 2: the directory is not shared',
  )
})

test('a directory that its owner alone may read does not make a good sample a failed one', () => {
  mkdirSync(join(directory, 'private'))
  writeFileSync(join(directory, 'private/a'), '')
  chmodSync(join(directory, 'private'), 0)
  try {
    expect(disagreement(1)).toBe('null')
  } finally {
    chmodSync(join(directory, 'private'), 0o700)
  }
})

test('an unreadable directory is reported as an error', () => {
  rmSync(directory, { recursive: true })
  expect(disagreement(1)).toMatch(/^cannot count the files of the bind mount on the host: .*No such file/)
  mkdirSync(directory)
})
