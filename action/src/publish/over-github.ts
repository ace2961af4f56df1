import { setTimeout } from 'node:timers/promises'
import { Problem } from '@plimsoll/workloads'
import type { Octokit } from '../github/octokit.ts'
import { GitHubProblem } from '../github/problem.ts'

/** A registry that is a repository: documents lie in it, and its workflow makes the site. */
export interface RepositoryRegistry {
  octokit: Octokit
  owner: string
  repo: string
  /** waits so many milliseconds */
  sleep?: (milliseconds: number) => Promise<unknown>
}

/** One document, by its id. */
export interface Handed {
  id: string
  bytes: Uint8Array
}

/** Where a document is now: in the registry, or proposed to it. */
export type Placed =
  | { where: 'there already' | 'committed'; url: string; site: string | null }
  | { where: 'proposed'; url: string; site: string | null }

/** Each try is lost only to somebody whose own was not; so many publishers at once are served. */
const TRIES = 60
const LONGEST_PAUSE = 3000
const FORK_PATIENCE = 30

/**
 * Commits a document to a registry's repository through the API; where others commit at the same time it is done again
 * on top of theirs, so that none is lost. Without the right to push a pull request is opened from a fork.
 * @throws Problem, with what GitHub says
 */
export async function publishOverGitHub({ id, bytes }: Handed, registry: RepositoryRegistry): Promise<Placed> {
  const { octokit, owner, repo } = registry
  const { data: repository } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo })
  const branch = repository.default_branch
  const site = repository.homepage || null
  const path = `documents/${id}.json`
  const there = await existing(registry, path, branch)
  if (there !== null) return { where: 'there already', url: there, site }
  if (repository.permissions?.push === true) {
    const url = await commit({ ...registry, path, bytes, message: `Run ${id}` }, branch)
    return { where: 'committed', url, site }
  }
  return { where: 'proposed', url: await propose({ id, bytes }, registry, branch, path), site }
}

async function existing(
  { octokit, owner, repo }: RepositoryRegistry,
  path: string,
  ref: string,
): Promise<string | null> {
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', { owner, repo, path, ref })
    return Array.isArray(data) ? null : (data.html_url ?? '')
  } catch (error) {
    if (error instanceof GitHubProblem && error.code === 'not-found') return null
    throw error
  }
}

interface Commit extends RepositoryRegistry {
  path: string
  bytes: Uint8Array
  message: string
}

/** @returns the commit's address */
async function commit(
  { octokit, owner, repo, path, bytes, message, sleep = setTimeout }: Commit,
  branch: string,
): Promise<string> {
  const at = { owner, repo }
  const content = Buffer.from(bytes).toString('base64')
  const { data: blob } = await octokit.request('POST /repos/{owner}/{repo}/git/blobs', {
    ...at,
    content,
    encoding: 'base64',
  })
  const ref = `heads/${branch}`
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { data: head } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...at, ref })
    const parent = head.object.sha
    const { data: before } = await octokit.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', {
      ...at,
      commit_sha: parent,
    })
    const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
      ...at,
      base_tree: before.tree.sha,
      tree: [{ path, mode: '100644', type: 'blob', sha: blob.sha }],
    })
    const { data: made } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
      ...at,
      message,
      tree: tree.sha,
      parents: [parent],
    })
    if (await moved({ octokit, owner, repo }, ref, made.sha)) return made.html_url
    await sleep(Math.random() * Math.min(LONGEST_PAUSE, 100 * attempt))
  }
  throw new Problem(3, `Others commit to ${owner}/${repo} without a pause: publish again later.`)
}

/** Without force a branch only moves forward: whoever comes second is refused, and nothing is lost. */
async function moved({ octokit, owner, repo }: RepositoryRegistry, ref: string, sha: string): Promise<boolean> {
  try {
    await octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { owner, repo, ref, sha, force: false })
    return true
  } catch (error) {
    if (error instanceof GitHubProblem && /fast.forward/i.test(error.message)) return false
    throw error
  }
}

async function propose(handed: Handed, registry: RepositoryRegistry, base: string, path: string): Promise<string> {
  const { octokit, owner, repo, sleep = setTimeout } = registry
  const { data: head } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', {
    owner,
    repo,
    ref: `heads/${base}`,
  })
  const { data: fork } = await octokit.request('POST /repos/{owner}/{repo}/forks', { owner, repo })
  const mine = { ...registry, owner: fork.owner.login, repo: fork.name }
  const branch = `run-${handed.id}`
  await makeBranch(mine, branch, head.object.sha, sleep)
  if ((await existing(mine, path, branch)) === null) {
    await commit({ ...mine, path, bytes: handed.bytes, message: `Run ${handed.id}` }, branch)
  }
  const from = `${mine.owner}:${branch}`
  const { data: open } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
    owner,
    repo,
    head: from,
    state: 'open',
  })
  if (open[0] !== undefined) return open[0].html_url
  const { data: pull } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...{ owner, repo, head: from, base },
    title: `Run ${handed.id}`,
    body: 'A run document, handed in with `plimsoll publish`. Its name is the first 26 characters of its own SHA-256.',
  })
  return pull.html_url
}

/** A fork is made in the background; until it is there its branches are not. */
async function makeBranch(
  { octokit, owner, repo }: RepositoryRegistry,
  branch: string,
  sha: string,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await octokit.request('POST /repos/{owner}/{repo}/git/refs', { owner, repo, ref: `refs/heads/${branch}`, sha })
      return
    } catch (error) {
      // A branch of an earlier try is gone on with.
      if (error instanceof GitHubProblem && error.code === 'invalid' && /already exists/i.test(error.message)) return
      if (!(error instanceof GitHubProblem) || error.code !== 'not-found' || attempt === FORK_PATIENCE) throw error
      await sleep(1000)
    }
  }
}
