import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A repository with a pull request: what its branches hold, and the merge that GitHub makes of them. */
export interface Origin {
  directory: string
  commits: { base: string; head: string; merge: string }
}

type Files = Record<string, string>

const git = (directory: string, ...args: string[]) =>
  execFileSync('git', ['-C', directory, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

/** @param within where it is made */
export function makeOrigin(within: string, base: Files, head: Files): Origin {
  const directory = mkdtempSync(join(within, 'origin-'))
  git(directory, 'init', '--quiet', '--initial-branch=main')
  git(directory, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  commit(directory, base, 'base')
  git(directory, 'checkout', '--quiet', '-b', 'feature')
  return { directory, commits: push({ directory, commits: { base: '', head: '', merge: '' } }, head).commits }
}

/** A push to the pull request's branch. */
export function push({ directory }: Origin, files: Files): Origin {
  git(directory, 'checkout', '--quiet', 'feature')
  const head = commit(directory, files, 'head')
  const base = git(directory, 'rev-parse', 'main')
  git(directory, 'checkout', '--quiet', '--detach', 'main')
  git(directory, 'merge', '--quiet', '--no-ff', '--message', 'merge', 'feature')
  const merge = git(directory, 'rev-parse', 'HEAD')
  git(directory, 'update-ref', 'refs/pull/1/merge', merge)
  return { directory, commits: { base, head, merge } }
}

/** What actions/checkout leaves by itself: the merge, at depth 1. @param ref another one */
export function checkOut({ directory }: Origin, within: string, ref = 'refs/pull/1/merge'): string {
  const clone = mkdtempSync(join(within, 'workspace-'))
  git(clone, 'init', '--quiet')
  git(clone, 'remote', 'add', 'origin', `file://${directory}`)
  git(clone, 'fetch', '--quiet', '--depth=1', 'origin', ref)
  git(clone, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
  return clone
}

function commit(directory: string, files: Files, message: string): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  git(directory, 'add', '.')
  git(directory, 'commit', '--quiet', '--allow-empty', '--message', message)
  return git(directory, 'rev-parse', 'HEAD')
}
