import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A repository with a pull request: its branches, and GitHub's merge of them. */
export interface Origin {
  directory: string
  commits: Commits
}

/**
 * The commits of a repository with a pull request. `first` is the commit at which the pull request's branch left main.
 * `base` is main's tip, one commit later.
 */
export type Commits = Record<'first' | 'base' | 'head' | 'merge', string>

/** The files of a commit by their paths: a text, a link, the commit of a submodule, or null to remove the file. */
export type Files = Record<string, string | { link: string } | { commit: string } | null>

/**
 * The output of git.
 * @throws Error if git fails
 */
export const git = (directory: string, ...args: string[]) =>
  execFileSync('git', ['-C', directory, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

/**
 * The output of several git commands, which a shell starts: starting a program from a large test process takes longer than
 * what git does.
 * @throws Error if one of them fails
 */
function script(directory: string, commands: string, ...args: string[]): string {
  const [name, email] = ['a', 'a@example.org']
  const identity = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  }
  return execFileSync('sh', ['-euc', commands, 'sh', ...args], {
    ...{ cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    env: { ...process.env, ...identity },
  }).trim()
}

/** The name of a file that only main has, from main's second commit on. */
export const LATER = 'later'

/**
 * Makes a repository with a pull request.
 * @param within the parent directory
 * @param first the files of main
 * @param head the files that the pull request changes
 */
export function makeOrigin(within: string, first: Files, head: Files): Origin {
  const directory = mkdtempSync(join(within, 'origin-'))
  script(directory, 'git init --quiet --initial-branch=main; git config uploadpack.allowAnySHA1InWant true')
  const commits = { first: commit(directory, first, 'first'), base: '', head: '', merge: '' }
  git(directory, 'branch', 'feature')
  commits.base = commit(directory, { [LATER]: '' }, 'base')
  return push({ directory, commits }, head)
}

/** Pushes to the pull request's branch. */
export function push({ directory, commits }: Origin, files: Files): Origin {
  git(directory, 'checkout', '--quiet', 'feature')
  const head = commit(directory, files, 'head')
  const merge = script(
    directory,
    `git checkout --quiet --detach main
    git merge --quiet --no-ff --message merge feature
    git update-ref refs/pull/1/merge HEAD
    git rev-parse HEAD`,
  )
  return { directory, commits: { ...commits, head, merge } }
}

/**
 * Checks out as actions/checkout does by default: the merge of the pull request, at depth 1.
 * @param ref another ref to check out
 */
export function checkOut({ directory }: Origin, within: string, ref = 'refs/pull/1/merge'): string {
  const clone = mkdtempSync(join(within, 'workspace-'))
  script(
    clone,
    `git init --quiet
    git remote add origin "$1"
    git fetch --quiet --depth=1 origin "$2"
    git checkout --quiet --detach FETCH_HEAD`,
    `file://${directory}`,
    ref,
  )
  return clone
}

/** Puts git into a folder of programs, for a step that finds no other programs. */
export function linkGit(folder: string): void {
  symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(folder, 'git'))
}

/** The folders of a repository's git worktrees, without the main worktree. */
export function listWorktrees(repository: string): string[] {
  return git(repository, 'worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .slice(1)
    .map((line) => line.slice('worktree '.length))
}

function commit(directory: string, files: Files, message: string): string {
  const submodules: string[] = []
  for (const [name, content] of Object.entries(files)) {
    if (content === null) {
      rmSync(join(directory, name))
      continue
    }
    const path = join(directory, name)
    const isSubmodule = typeof content === 'object' && 'commit' in content
    mkdirSync(isSubmodule ? path : dirname(path), { recursive: true })
    if (isSubmodule) submodules.push('--cacheinfo', `160000,${content.commit},${name}`)
    else if (typeof content === 'string') writeFileSync(path, content)
    else symlinkSync(content.link, path)
  }
  return script(
    directory,
    `message=$1
    shift
    git add .
    [ $# = 0 ] || git update-index --add "$@"
    git commit --quiet --allow-empty --message "$message"
    git rev-parse HEAD`,
    message,
    ...submodules,
  )
}
