import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-'))

const SHA = '0123456789'.repeat(4)

/** The commit that Plimsoll reports if it is installed in such a folder, without a `.git` folder. */
async function commitIn(folder: string, packaged: object): Promise<string | null> {
  const root = join(scratch, folder)
  mkdirSync(join(root, 'action'), { recursive: true })
  cpSync(join(ROOT, 'action/src'), join(root, 'action/src'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', ...packaged }))
  const { plimsollCommit } = await import(pathToFileURL(join(root, 'action/src/plimsoll-commit.ts')).href)
  return plimsollCommit()
}

test.each([
  [`_actions/octocat/plimsoll/${SHA}`, {}, SHA],
  ['_actions/octocat/plimsoll/v1', {}, null],
  [`elsewhere/${SHA}`, {}, null],
  ['package', { gitHead: SHA }, SHA],
])('in %s, with %j in the package, the commit is known without git', async (folder, packaged, commit) => {
  expect(await commitIn(folder, packaged)).toBe(commit)
})
