import { setTimeout } from 'node:timers/promises'
import { Problem, quoted } from '@plimsoll/workloads'
import { GitHubProblem } from '../github/github-problem.ts'
import { commitFiles, type GitHubRepository, type NewFiles, readBranchHead } from './commit-files.ts'

/** Files to be proposed to a branch by a pull request. */
export interface Proposal {
  files: NewFiles
  /** the target branch of the pull request */
  base: string
  /** the new branch with the files */
  branch: string
  body: string
}

/** The timeout for a new fork, in seconds. GitHub makes a fork in the background, mostly within seconds. */
const FORK_TIMEOUT_SECONDS = 60
const PAUSE_MS = 1000

/**
 * Opens a pull request that adds files. If one is already open, finds it.
 * @param from `fork`: a fork of the token's own account, created if missing; `branch`: the repository itself
 * @returns the address of the pull request
 * @throws Problem, with GitHub's message
 */
export async function proposeFiles(
  registry: GitHubRepository,
  proposal: Proposal,
  from: 'fork' | 'branch',
): Promise<string> {
  const { files, base, branch } = proposal
  const repository = from === 'fork' ? await fork(registry) : registry
  await makeBranch(repository, branch, await readBranchHead(registry, base))
  const outcome = await commitFiles(repository, branch, files)
  if (outcome === 'no right' || outcome === 'protected') {
    throw new Problem(3, `The token may not write to github:${repository.owner}/${repository.repo}. ${ADVICE}.`)
  }
  return await pullRequest(registry, proposal, `${repository.owner}:${branch}`)
}

const ADVICE =
  'Set GH_TOKEN to a token with write access, such as the output of `gh auth token` or a classic token with the scope public_repo. A workflow that publishes to its own repository needs the permission contents: write'

async function fork(registry: GitHubRepository): Promise<GitHubRepository> {
  const { octokit, owner, repo } = registry
  try {
    const request = { owner, repo, default_branch_only: true }
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/forks', request)
    return { ...registry, owner: data.owner.login, repo: data.name }
  } catch (error) {
    if (!(error instanceof GitHubProblem) || !['forbidden', 'not-found'].includes(error.code)) throw error
    const said = quoted(error.message.match(/“(.*?)(?: - https:\S*)?”/)?.[1] ?? error.code)
    throw new Problem(
      3,
      `The token may neither push to github:${owner}/${repo} nor fork it (GitHub says ${said}). ${ADVICE}.`,
    )
  }
}

/**
 * Creates a branch. In a new fork, this request fails until the fork is complete, so it is tried repeatedly. A fork has
 * every commit of its parent repository.
 */
async function makeBranch(repository: GitHubRepository, branch: string, sha: string): Promise<void> {
  const { octokit, owner, repo, sleep = setTimeout } = repository
  for (let attempt = 1; attempt <= FORK_TIMEOUT_SECONDS; attempt++) {
    try {
      await octokit.request('POST /repos/{owner}/{repo}/git/refs', { owner, repo, ref: `refs/heads/${branch}`, sha })
      return
    } catch (error) {
      if (!(error instanceof GitHubProblem)) throw error
      // The branch exists from an earlier try, so use it.
      if (/already exists/i.test(error.message)) return
      if (error.code !== 'not-found' && !/is empty|does not exist/i.test(error.message)) throw error
      await sleep(PAUSE_MS)
    }
  }
  throw new Problem(3, `The fork github:${owner}/${repo} is not ready yet. Publish again in a few minutes.`)
}

async function pullRequest(
  { octokit, owner, repo }: GitHubRepository,
  { files, base, body }: Proposal,
  head: string,
): Promise<string> {
  const open = async () => {
    const search = { owner, repo, head, base, state: 'open' as const }
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', search)
    return data[0]?.html_url
  }
  const there = await open()
  if (there !== undefined) return there
  try {
    const request = { owner, repo, head, base, title: files.message, body }
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/pulls', request)
    return data.html_url
  } catch (error) {
    // Another publisher made the same proposal at the same time, or the answer to an earlier try was lost.
    const meanwhile = error instanceof GitHubProblem && error.code === 'invalid' ? await open() : undefined
    if (meanwhile !== undefined) return meanwhile
    throw error
  }
}
