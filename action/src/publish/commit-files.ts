import { setTimeout } from 'node:timers/promises'
import { Problem } from '@plimsoll/workloads'
import { GitHubProblem } from '../github/github-problem.ts'
import type { Octokit } from '../github/octokit.ts'

/** A repository on GitHub. */
export interface GitHubRepository {
  octokit: Octokit
  owner: string
  repo: string
  /** a function that waits for a number of milliseconds */
  sleep?: (milliseconds: number) => Promise<unknown>
}

/** New files for a repository, and the message of their commit. Files that are there already stay as they are. */
export interface NewFiles {
  files: [NewFile, ...NewFile[]]
  message: string
}

interface NewFile {
  path: string
  bytes: Uint8Array
}

/**
 * The result of an attempt to commit. `no right`: the token may not push at all. `protected`: the token may push, but
 * not to this branch.
 */
export type CommitOutcome = 'committed' | 'there already' | 'no right' | 'protected'

/**
 * The maximum number of tries of a commit. If publishers start at once, twenty need at most 12 tries and fifty at most
 * 20 (simulated, with 0.3 s per request).
 */
const TRIES = 40
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000

/**
 * Adds files to a branch, in a commit of their own. The branch only moves forward. If another commit was first, this function
 * tries again on top of that commit after a random pause (full jitter, doubling up to 10 s). So no commit is lost, and
 * every publisher succeeds eventually.
 * @throws Problem, with GitHub's message
 */
export async function commitFiles(
  repository: GitHubRepository,
  branch: string,
  { files, message }: NewFiles,
): Promise<CommitOutcome> {
  const { sleep = setTimeout } = repository
  const blobs = new Map<string, Blob>()
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const parent = await readBranchHead(repository, branch)
    const missing: NewFile[] = []
    for (const file of files) if (!(await hasFile(repository, file.path, parent))) missing.push(file)
    if (missing.length === 0) return 'there already'
    if (!(await writeBlobs(repository, missing, blobs))) return 'no right'
    const added = missing.flatMap(({ path }) => blobs.get(path) ?? [])
    const commit = await writeCommit(repository, parent, { message, blobs: added })
    const outcome = await advance(repository, branch, parent, commit)
    if (outcome !== 'overtaken') return outcome
    await sleep(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)))
  }
  throw new Problem(
    3,
    `Too many commits to github:${repository.owner}/${repository.repo} at the same time. Publish again later.`,
  )
}

/**
 * The commit that a branch points to.
 * @throws Problem (2) if the repository has no commit yet
 */
export async function readBranchHead({ octokit, owner, repo }: GitHubRepository, branch: string): Promise<string> {
  try {
    const ref = `heads/${branch}`
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { owner, repo, ref })
    return data.object.sha
  } catch (error) {
    if (!(error instanceof GitHubProblem) || !/is empty/i.test(error.message)) throw error
    const advice = 'Make a first commit in it, such as a README, and publish again'
    throw new Problem(2, `github:${owner}/${repo} has no commit yet. ${advice}.`)
  }
}

/** Whether a commit or a branch has a file. */
export async function hasFile({ octokit, owner, repo }: GitHubRepository, path: string, ref: string): Promise<boolean> {
  try {
    await octokit.request('GET /repos/{owner}/{repo}/contents/{path}', {
      ...{ owner, repo, path, ref },
      // Without this media type, GitHub returns no metadata of files over 1 MB.
      headers: { accept: 'application/vnd.github.object+json' },
    })
    return true
  } catch (error) {
    if (error instanceof GitHubProblem && error.code === 'not-found') return false
    throw error
  }
}

/** A stored file. */
interface Blob {
  path: string
  sha: string
}

/**
 * Stores files in the repository, unless an earlier attempt did.
 * @param blobs the stored files by their paths, which receive the new ones
 * @returns whether the token may push
 */
async function writeBlobs(
  repository: GitHubRepository,
  files: readonly NewFile[],
  blobs: Map<string, Blob>,
): Promise<boolean> {
  for (const { path, bytes } of files.filter((file) => !blobs.has(file.path))) {
    const sha = await writeBlob(repository, bytes)
    if (sha === null) return false
    blobs.set(path, { path, sha })
  }
  return true
}

/**
 * Stores the file's content in the repository. Null if the token may not push. Only an attempt shows whether a token may
 * push, because a repository's `permissions` deny the push to every workflow token. GitHub answers a refused push with
 * 403, or with 404 as for a missing repository.
 */
async function writeBlob({ octokit, owner, repo }: GitHubRepository, bytes: Uint8Array): Promise<string | null> {
  try {
    const content = { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/git/blobs', { owner, repo, ...content })
    return data.sha
  } catch (error) {
    if (error instanceof GitHubProblem && (error.code === 'forbidden' || error.code === 'not-found')) return null
    throw error
  }
}

async function writeCommit(
  { octokit, owner, repo }: GitHubRepository,
  parent: string,
  { message, blobs }: { message: string; blobs: readonly Blob[] },
): Promise<string> {
  const at = { owner, repo }
  const { data: before } = await octokit.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', {
    ...at,
    commit_sha: parent,
  })
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...at,
    base_tree: before.tree.sha,
    tree: blobs.map(({ path, sha }) => ({ path, mode: '100644' as const, type: 'blob' as const, sha })),
  })
  const { data: made } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
    ...at,
    message,
    tree: tree.sha,
    parents: [parent],
  })
  return made.sha
}

/**
 * Moves a branch to a commit. Without force, GitHub moves a branch only forward. GitHub's messages about protected
 * branches vary. So if GitHub rejects the move and the branch is still at its old commit, the branch counts as
 * protected.
 */
async function advance(
  repository: GitHubRepository,
  branch: string,
  parent: string,
  sha: string,
): Promise<'committed' | 'overtaken' | 'protected'> {
  const { octokit, owner, repo } = repository
  try {
    const ref = `heads/${branch}`
    await octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { owner, repo, ref, sha, force: false })
    return 'committed'
  } catch (error) {
    if (!(error instanceof GitHubProblem) || !['invalid', 'forbidden'].includes(error.code)) throw error
    // GitHub may return a branch's old state for some time, so its message decides first.
    if (/fast.forward/i.test(error.message)) return 'overtaken'
    return (await readBranchHead(repository, branch)) === parent ? 'protected' : 'overtaken'
  }
}
