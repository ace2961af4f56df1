import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isAlive, Problem } from '@plimsoll/workloads'
import { git } from './git.ts'

/** The commits of a pull request, from its event. */
export interface CommitPair {
  /** the commit at the tip of the target branch, and the commit at the tip of the pull request */
  base: string
  head: string
}

/** The server from which objects that the local repository lacks are fetched. */
export interface Remote {
  /** the address of the server, such as https://github.com */
  server: string
  /** the repository's owner/name on the server */
  repository: string
  /** the token for the server; empty if there is none */
  token: string
  /** the merge base of both commits, from the server */
  mergeBase: () => Promise<string>
}

/**
 * The two commits to compare in a repository that actions/checkout has checked out. By default, actions/checkout checks
 * out the merge of the pull request into its base. Then that merge and that base are compared. If the pull request's
 * own head is checked out, that head is compared with the commit at which it left its base.
 * @throws Problem (2) if something else is checked out
 */
export async function comparedCommits(repository: string, { head }: CommitPair, remote: Remote): Promise<CommitPair> {
  const checkedOut = (
    await must(repository, ['rev-parse', 'HEAD'], 'has no commit checked out. Run actions/checkout before this step')
  ).trim()
  if (checkedOut === head) return { base: await remote.mergeBase(), head }
  // A shallow clone lacks the parent commits, but the commit object still names them.
  const commit = await must(repository, ['cat-file', 'commit', checkedOut], 'cannot be read')
  const [fields = ''] = commit.split('\n\n')
  const parents = [...fields.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent as string)
  if (parents.length === 2 && parents[1] === head) return { base: parents[0] as string, head: checkedOut }
  throw new Problem(
    2,
    `The checked-out commit ${checkedOut.slice(0, 10)} is neither the pull request's head nor its merge commit. Remove the input ref of actions/checkout.`,
  )
}

/**
 * Check a commit out into its own folder, which must not exist yet. If the repository lacks the commit, fetch it.
 * @throws Problem (3)
 */
export async function addWorktree(
  repository: string,
  commit: string,
  directory: string,
  remote: Remote,
): Promise<void> {
  if (!(await has(repository, commit))) await fetchCommit(repository, commit, remote)
  await must(
    repository,
    ['worktree', 'add', '--detach', directory, commit],
    `could not check out ${commit.slice(0, 10)}`,
  )
}

/** Remove a git worktree in any state, including a partial one. A missing worktree is no error. */
export async function removeWorktree(repository: string, directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  const end = endOf(directory)
  await forget(repository, (folder) => endOf(folder) === end)
}

/**
 * The prefix of the folder that a step creates for its worktrees and other files. The prefix contains the step's PID.
 */
export function stepFolder(): string {
  return `plimsoll-${process.pid}-`
}

/**
 * Remove the git worktrees of steps that were killed before their `post:` could run, for example by a power failure.
 */
export async function removeDeadWorktrees(repository: string): Promise<void> {
  await forget(repository, (folder) => {
    const [, pid] = /^plimsoll-(\d+)-[^/]+\/(?:base|head)$/.exec(endOf(folder)) ?? []
    // This step has not created a worktree yet. So a folder with its PID is from another process, before the system or
    // its container restarted.
    return pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))
  })
}

/** The last two segments of a folder's path. The path above them can have several spellings. */
function endOf(folder: string): string {
  return folder.split('/').slice(-2).join('/')
}

/**
 * Remove git worktrees, and remove git's records of them without calling git. A record that a killed git left
 * incomplete can make git refuse to list, to remove and even to fetch.
 */
async function forget(repository: string, wanted: (folder: string) => boolean): Promise<void> {
  const { exitCode, stdout } = await git(repository, ['rev-parse', '--git-path', 'worktrees'])
  if (exitCode !== 0) return
  const notes = resolve(repository, stdout.trim())
  for (const name of existsSync(notes) ? readdirSync(notes) : []) {
    const note = join(notes, name)
    const folder = dirname(textOf(join(note, 'gitdir')).trim())
    // Git was killed before it recorded the path of the folder.
    const nameless = folder === '.' && /^(base|head)\d*$/.test(name)
    if (!nameless && !wanted(folder)) continue
    if (!nameless) rmSync(folder, { recursive: true, force: true })
    rmSync(note, { recursive: true, force: true })
  }
  await git(repository, ['worktree', 'prune'])
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

async function has(repository: string, commit: string): Promise<boolean> {
  return (await git(repository, ['cat-file', '-e', `${commit}^{commit}`])).exitCode === 0
}

async function fetchCommit(directory: string, commit: string, { server, repository, token }: Remote): Promise<void> {
  const fetch = (from: string) => ['fetch', '--quiet', '--no-tags', '--depth=1', from, commit]
  const plain = await git(directory, fetch('origin'))
  if (plain.exitCode === 0) return
  // actions/checkout may be configured not to keep its token. Pass the token to git through the environment only. Fetch
  // from the server itself, because the remote `origin` may point elsewhere by now.
  const header = `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
  const once = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: `http.${server}/.extraheader`, GIT_CONFIG_VALUE_0: header }
  if (
    token !== '' &&
    (await git(directory, fetch(`${server}/${repository}.git`), { environment: once })).exitCode === 0
  )
    return
  throw new Problem(
    3,
    `Cannot fetch the commit ${commit.slice(0, 10)}, which the comparison needs (${lastLine(plain.stderr)}). Set fetch-depth: 0 in actions/checkout.`,
  )
}

async function must(repository: string, args: string[], wrong: string): Promise<string> {
  const { exitCode, stdout, stderr } = await git(repository, args)
  if (exitCode !== 0) throw new Problem(3, `The repository ${wrong} (${lastLine(stderr)}).`)
  return stdout
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) || 'git gave no reason'
}
