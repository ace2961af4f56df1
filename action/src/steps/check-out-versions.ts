import { join } from 'node:path'
import { saveState } from '@actions/core'
import { Problem } from '@plimsoll/workloads'
import { git } from '../git.ts'
import type { PullRequestEvent } from '../github/event.ts'
import { octokitOf } from './write-comment.ts'

/** The folders of base and head, the two versions of a pull request. */
export interface Folders {
  base: string
  head: string
}

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
 * Check out both versions of a pull request, each in its own git worktree.
 * @param directory the parent of the worktrees
 * @throws Problem if a version cannot be checked out
 */
export async function checkOutVersions(
  repository: string,
  event: PullRequestEvent,
  token: string,
  directory: string,
): Promise<Folders> {
  saveState('repository', repository)
  const [owner = '', repo = ''] = event.repository.fullName.split('/')
  const mergeBase = async () => {
    const basehead = `${event.base.sha}...${event.head.sha}`
    const { data } = await octokitOf(token).request('GET /repos/{owner}/{repo}/compare/{basehead}', {
      owner,
      repo,
      basehead,
    })
    return data.merge_base_commit.sha
  }
  const server = process.env.GITHUB_SERVER_URL ?? 'https://github.com'
  const remote: Remote = { server, repository: event.repository.fullName, token, mergeBase }
  const commits = await comparedCommits(repository, { base: event.base.sha, head: event.head.sha }, remote)
  const folders = { base: join(directory, 'base'), head: join(directory, 'head') }
  for (const variant of ['base', 'head'] as const)
    await addWorktree(repository, commits[variant], folders[variant], remote)
  return folders
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
