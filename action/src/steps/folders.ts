import { join } from 'node:path'
import { listOwnWorkloads, Problem } from '@plimsoll/workloads'
import type { PullRequestEvent } from '../github/event.ts'
import type { Octokit } from '../github/octokit.ts'
import type { Folders } from '../run-arguments.ts'
import { addWorktree, comparedCommits, type Remote } from '../worktrees.ts'

/**
 * Check out both versions of a pull request, each in a worktree of its own.
 * @param directory holds them
 * @throws Problem when they cannot be had
 */
export async function checkOutBoth(
  repository: string,
  event: PullRequestEvent,
  directory: string,
  { octokit, server, token }: { octokit: () => Octokit; server: string; token: string },
): Promise<Folders> {
  const [owner = '', repo = ''] = event.repository.fullName.split('/')
  const mergeBase = async () => {
    const basehead = `${event.base.sha}...${event.head.sha}`
    const { data } = await octokit().request('GET /repos/{owner}/{repo}/compare/{basehead}', { owner, repo, basehead })
    return data.merge_base_commit.sha
  }
  const remote: Remote = { server, token, mergeBase }
  const commits = await comparedCommits(repository, { base: event.base.sha, head: event.head.sha }, remote)
  const folders = { base: join(directory, 'base'), head: join(directory, 'head') }
  for (const arm of ['base', 'head'] as const) await addWorktree(repository, commits[arm], folders[arm], remote)
  return folders
}

/**
 * Whether there is anything to compare: a pull request that brings the first workloads has none in base.
 * @throws Problem (2) where head has no workload that can be read, either
 */
export function hasCommonWorkload({ base, head }: Folders): boolean {
  const names = (folder: string) => listOwnWorkloads(folder).workloads.map(({ workload }) => workload)
  const ofHead = names(head)
  const [problem] = listOwnWorkloads(head).problems
  if (ofHead.length === 0 && problem) throw problem
  if (ofHead.length === 0)
    throw new Problem(
      2,
      'The pull request has no workload of its own to compare: put one into .plimsoll/NAME.yml, name a suite, or set compare: none.',
    )
  const ofBase = names(base)
  return ofHead.some((name) => ofBase.includes(name))
}
