import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workloadFile } from '../../test/workload-file.ts'
import { ignoredInOneVariant } from './ignored-files.ts'
import { findVariantWorkloads } from './variants.ts'

const SPIN = workloadFile('spin', { image: '{ dockerfile: Dockerfile }', copy: '[{ from: ./fixtures, to: . }]' })

let scratch: string
/** The folder of base. Base and head are clones with one commit each, like two checked-out versions. */
let base: string
let head: string

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  base = join(scratch, 'base')
  head = join(scratch, 'head')
  for (const [name, text] of Object.entries({
    '.plimsoll/spin.yml': SPIN,
    '.gitignore': 'built\n*.log\n',
    'context/kept': '',
    'fixtures/kept': '',
    Dockerfile: 'FROM scratch\nCOPY . /\n',
  }))
    write(base, name, text)
  const git = (...args: string[]) => execFileSync('git', ['-C', base, ...args])
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'a')
  cpSync(base, head, { recursive: true })
})
afterEach(() => rmSync(scratch, { recursive: true }))

function write(folder: string, name: string, text = ''): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

function ignored(names = ['spin']): Promise<string[]> {
  const variant = (directory: string) => ({ directory, engine: null, image: null })
  const variants = { base: variant(base), head: variant(head) }
  return ignoredInOneVariant(variants, findVariantWorkloads(variants), names)
}

test('the name of an ignored file is no pattern of git', async () => {
  write(head, ':!odd.log')
  expect(await ignored()).toEqual([expect.stringContaining('in head but not in base: :!odd.log. Remove')])
})

test('ignored files that only one variant uses are named in one sentence, at most five of them', async () => {
  for (let index = 0; index < 8; index++) write(head, `built/${index}`)
  write(head, 'fixtures/some.log') // Of a copied folder, such files are left out.
  expect(await ignored()).toEqual([
    'Files that git ignores are in head but not in base: built/0, built/1, built/2, built/3, built/4 and 4 more. Remove them or list them in .dockerignore; otherwise the variants differ in more than their versions.',
  ])
})

test('files of both variants, tracked files, and files in .dockerignore are not reported', async () => {
  for (const folder of [base, head]) write(folder, 'built/both')
  write(head, 'new-source')
  write(head, 'left-out.log')
  for (const folder of [base, head]) write(folder, '.dockerignore', '*.log\n')
  expect(await ignored()).toEqual([])
})

test('workloads that are not compared, and folders outside a repository, are not checked', async () => {
  write(base, 'built/of-base')
  expect(await ignored([])).toEqual([])
  expect(await ignored()).toEqual([expect.stringMatching(/in base but not in head: built\/of-base\. /)])
  for (const folder of [base, head]) rmSync(join(folder, '.git'), { recursive: true })
  expect(await ignored()).toEqual([])
})
