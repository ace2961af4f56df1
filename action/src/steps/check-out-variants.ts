import { join } from 'node:path'
import { listProjectWorkloads } from '@plimsoll/workloads'
import type { PullRequestEvent } from '../github/event.ts'
import type { Octokit } from '../github/octokit.ts'
import { ownNames } from '../inputs/own-workloads.ts'
import { addWorktree, comparedCommits, type Remote } from '../worktrees.ts'

/** The folders of base and head, the two versions of a pull request. */
export interface Folders {
  base: string
  head: string
}

/**
 * Check out both versions of a pull request, each in its own git worktree.
 * @param directory the parent of the worktrees
 * @throws Problem if a version cannot be checked out
 */
export async function checkOutVariants(
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
  const remote: Remote = { server, repository: event.repository.fullName, token, mergeBase }
  const commits = await comparedCommits(repository, { base: event.base.sha, head: event.head.sha }, remote)
  const folders = { base: join(directory, 'base'), head: join(directory, 'head') }
  for (const variant of ['base', 'head'] as const)
    await addWorktree(repository, commits[variant], folders[variant], remote)
  return folders
}

/** The workloads of a pull request, grouped by whether they can be compared. */
export interface ComparableWorkloads {
  /** the names of workloads that both versions have */
  both: string[]
  /** the names of workloads that only head has */
  onlyHead: string[]
  /** the names of workloads that are not the project's own */
  others: string[]
}

/**
 * Find the workloads of a project that both versions have.
 * @param wanted names of workloads; if empty, all workloads that head defines
 * @throws Problem (2) if the workloads that head defines cannot be read
 */
export function comparableWorkloads({ base, head }: Folders, wanted: readonly string[]): ComparableWorkloads {
  const ofHead = ownNames(head)
  // Ignore unreadable workload files in base: the pull request may fix them.
  const ofBase = listProjectWorkloads(base).workloads.map(({ workload }) => workload)
  const requested = wanted.length > 0 ? wanted : ofHead
  return {
    both: requested.filter((name) => ofHead.includes(name) && ofBase.includes(name)),
    onlyHead: requested.filter((name) => ofHead.includes(name) && !ofBase.includes(name)),
    others: requested.filter((name) => !ofHead.includes(name)),
  }
}
