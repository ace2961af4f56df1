import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addWorktree, comparedCommits, type Remote, removeWorktree } from './worktrees.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const git = (directory: string, ...args: string[]) =>
  execFileSync('git', ['-C', directory, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

let origin: string
let commits: Record<'first' | 'base' | 'head' | 'merge', string>

/** A branch that left main at its first commit, main a commit further, and the merge that GitHub makes of both. */
beforeEach(() => {
  origin = mkdtempSync(join(scratch, 'origin-'))
  git(origin, 'init', '--quiet', '--initial-branch=main')
  const commit = (name: string) => {
    writeFileSync(join(origin, name), name)
    git(origin, 'add', '.')
    git(origin, 'commit', '--quiet', '--message', name)
    return git(origin, 'rev-parse', 'HEAD')
  }
  const first = commit('first')
  git(origin, 'checkout', '--quiet', '-b', 'feature')
  const head = commit('head')
  git(origin, 'checkout', '--quiet', 'main')
  const base = commit('base')
  git(origin, 'checkout', '--quiet', '--detach')
  git(origin, 'merge', '--quiet', '--no-ff', '--message', 'merge', 'feature')
  const merge = git(origin, 'rev-parse', 'HEAD')
  git(origin, 'update-ref', 'refs/pull/1/merge', merge)
  git(origin, 'checkout', '--quiet', 'main')
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  commits = { first, base, head, merge }
})

const remote = (more: Partial<Remote> = {}): Remote => ({
  server: 'https://github.example',
  repository: 'owner/name',
  token: '',
  mergeBase: async () => commits.first,
  ...more,
})

/** What actions/checkout leaves: a clone of depth 1. */
function checkout(ref: string): string {
  const clone = mkdtempSync(join(scratch, 'clone-'))
  git(clone, 'init', '--quiet')
  git(clone, 'remote', 'add', 'origin', `file://${origin}`)
  git(clone, 'fetch', '--quiet', '--depth=1', 'origin', ref)
  git(clone, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
  return clone
}

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

test('whatever else is checked out is refused', async () => {
  const clone = checkout('refs/heads/main')
  await expect(comparedCommits(clone, { base: commits.base, head: commits.head }, remote())).rejects.toThrow(
    `The commit that is checked out, ${commits.base.slice(0, 10)}, is neither the pull request's head nor its merge`,
  )
  const empty = mkdtempSync(join(scratch, 'empty-'))
  await expect(comparedCommits(empty, { base: commits.base, head: commits.head }, remote())).rejects.toThrow(
    'put actions/checkout before',
  )
})

test('both get a worktree of their own, what is not here is fetched, and nothing is left of it', async () => {
  const clone = checkout('refs/pull/1/merge')
  const [base, head] = [join(scratch, 'b'), join(scratch, 'h')]
  await addWorktree(clone, commits.base, base, remote())
  await addWorktree(clone, commits.merge, head, remote())
  expect([existsSync(join(base, 'head')), existsSync(join(base, 'base'))]).toEqual([false, true])
  expect(readFileSync(join(head, 'head'), 'utf8')).toBe('head')
  writeFileSync(join(head, 'untracked'), '')
  await removeWorktree(clone, base)
  await removeWorktree(clone, head)
  await removeWorktree(clone, head)
  expect([existsSync(base), existsSync(head)]).toEqual([false, false])
  expect(git(clone, 'worktree', 'list').split('\n')).toHaveLength(1)
})

test('a commit that cannot be had is a sentence, without the token that was tried', async () => {
  const clone = checkout('refs/pull/1/merge')
  const nowhere = 'f'.repeat(40)
  const token = 'ghs_secret'
  const failure = addWorktree(clone, nowhere, join(scratch, 'x'), remote({ token }))
  await expect(failure).rejects.toThrow(/The commit ffffffffff to compare with could not be fetched .*fetch-depth: 0/)
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
