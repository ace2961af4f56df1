import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Commits, checkOut, LATER, listWorktrees, makeOrigin } from '../../test/runner/repository.ts'
import { addWorktree, comparedCommits, type Remote } from './check-out-versions.ts'
import { removeDeadWorktrees, removeWorktree, stepFolder } from './remove-worktrees.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

let commits: Commits
let checkout: (ref: string) => string

beforeAll(() => {
  const origin = makeOrigin(scratch, { turns: '200' }, { turns: '250' })
  commits = origin.commits
  checkout = (ref) => checkOut(origin, scratch, ref)
})

const remote = (more: Partial<Remote> = {}): Remote => ({
  server: 'https://github.example',
  repository: 'owner/name',
  token: '',
  mergeBase: async () => commits.first,
  ...more,
})

test('the merge of a pull request is compared with the base it was merged into', async () => {
  const clone = checkout('refs/pull/1/merge')
  const compared = await comparedCommits(clone, { base: 'anything', head: commits.head }, remote())
  expect(compared).toEqual({ base: commits.base, head: commits.merge })
})

test("a pull request's own head is compared with the commit where it left its base", async () => {
  const clone = checkout(commits.head)
  const compared = await comparedCommits(clone, { base: commits.base, head: commits.head }, remote())
  expect(compared).toEqual({ base: commits.first, head: commits.head })
})

test('any other checked-out commit is rejected', async () => {
  const clone = checkout('refs/heads/main')
  await expect(comparedCommits(clone, { base: commits.base, head: commits.head }, remote())).rejects.toThrow(
    `The checked-out commit ${commits.base.slice(0, 10)} is neither the head that the event names nor its merge`,
  )
  const empty = mkdtempSync(join(scratch, 'empty-'))
  await expect(comparedCommits(empty, { base: commits.base, head: commits.head }, remote())).rejects.toThrow(
    'Run actions/checkout before',
  )
})

test('a checkout in a folder of the workspace is named as the reason', async () => {
  const workspace = mkdtempSync(join(scratch, 'workspace-'))
  mkdirSync(join(workspace, 'src'))
  renameSync(checkout(commits.head), join(workspace, 'src/app'))
  await expect(comparedCommits(workspace, { base: commits.base, head: commits.head }, remote())).rejects.toThrow(
    'its folder src/app is one. Remove the input path of actions/checkout.',
  )
})

test.runIf(process.getuid?.() === 0)('a repository of another user is named as the reason', async () => {
  const clone = checkout(commits.head)
  chownSync(clone, 12_345, 12_345)
  await expect(comparedCommits(clone, { base: commits.base, head: commits.head }, remote())).rejects.toThrow(
    `git config --global --add safe.directory '${clone}'`,
  )
})

test('each commit gets its own worktree, missing commits are fetched, and everything is removed', async () => {
  const clone = checkout('refs/pull/1/merge')
  const [base, head] = [join(scratch, 'b'), join(scratch, 'h')]
  await addWorktree(clone, commits.base, base, remote())
  await addWorktree(clone, commits.merge, head, remote())
  expect([base, head].map((folder) => readFileSync(join(folder, 'turns'), 'utf8'))).toEqual(['200', '250'])
  expect(existsSync(join(base, LATER))).toBe(true)
  writeFileSync(join(head, 'untracked'), '')
  await removeWorktree(clone, base)
  await removeWorktree(clone, head)
  await removeWorktree(clone, head)
  expect([existsSync(base), existsSync(head)]).toEqual([false, false])
  expect(listWorktrees(clone)).toEqual([])
})

describe('a worktree whose git process was killed', () => {
  const note = (clone: string, file: string) => join(clone, '.git/worktrees/head', file)
  test.each([
    ['before its folder existed', (_: string, folder: string) => rmSync(folder, { recursive: true })],
    ['before the folder pointed back to the repository', (_: string, folder: string) => rmSync(join(folder, '.git'))],
    ['while git wrote its location', (clone: string) => writeFileSync(note(clone, 'gitdir'), '')],
    [
      'while git wrote its repository, so that git lists no worktrees',
      (clone: string) => writeFileSync(note(clone, 'commondir'), ''),
    ],
  ])('%s, is removed although it is locked', async (_, damage) => {
    const clone = checkout('refs/pull/1/merge')
    const folder = join(mkdtempSync(join(scratch, 'step-')), 'head')
    await addWorktree(clone, commits.merge, folder, remote())
    writeFileSync(note(clone, 'locked'), 'initializing')
    damage(clone, folder)
    await removeWorktree(clone, folder)
    expect([existsSync(folder), existsSync(join(clone, '.git/worktrees'))]).toEqual([false, false])
    expect(listWorktrees(clone)).toEqual([])
  })
})

test('worktrees of ended steps are removed; those of running steps and of the user stay', async () => {
  const clone = checkout('refs/pull/1/merge')
  const { pid: dead } = spawnSync('true')
  const folderOf = (pid: number) =>
    join(scratch, `${stepFolder().replace(String(process.pid), String(pid))}abc`, 'base')
  const [live, users] = [folderOf(process.ppid), join(scratch, 'users/base')]
  for (const folder of [folderOf(dead), live, users]) await addWorktree(clone, commits.merge, folder, remote())
  await removeDeadWorktrees(clone)
  expect(listWorktrees(clone).sort()).toEqual([live, users].sort())
})

test('a commit that cannot be fetched gives an error without the token', async () => {
  const clone = checkout('refs/pull/1/merge')
  const nowhere = 'f'.repeat(40)
  const token = 'ghs_secret'
  const failure = addWorktree(clone, nowhere, join(scratch, 'x'), remote({ token }))
  await expect(failure).rejects.toThrow(/Cannot fetch the commit ffffffffff, which the comparison .*fetch-depth: 0/)
  await expect(failure).rejects.not.toThrow('secret')
})

test('a hook of the repository is not run', async () => {
  const clone = checkout('refs/pull/1/merge')
  mkdirSync(join(clone, '.git/hooks'), { recursive: true })
  const hook = join(clone, '.git/hooks/post-checkout')
  writeFileSync(hook, `#!/bin/sh\ntouch ${join(scratch, 'hooked')}\n`)
  chmodSync(hook, 0o755)
  await addWorktree(clone, commits.merge, join(scratch, 'w'), remote())
  expect(existsSync(join(scratch, 'hooked'))).toBe(false)
})
