import type { WorkflowRun } from './event.ts'
import type { Octokit } from './octokit.ts'

/** The one pull request that a workflow run measured, or why there is not exactly one. */
export type PullRequestOfRun = { number: number } | { code: 'none' | 'several'; problem: string }

/**
 * The open pull request whose head is exactly the commit and the repository that a workflow run was started for. The
 * artifacts of the workflow run are not used, because they can name any pull request. A workflow run for an outdated
 * head has no pull request: its results no longer apply.
 * @throws GitHubProblem if GitHub does not answer
 */
export async function pullRequestOfRun(options: {
  octokit: Octokit
  owner: string
  repo: string
  run: Pick<WorkflowRun, 'headSha' | 'headBranch' | 'headRepository'>
}): Promise<PullRequestOfRun> {
  const { octokit, owner, repo, run } = options
  if (!run.headRepository || run.headBranch === null) return none(run.headSha)
  const [headOwner] = run.headRepository.fullName.split('/')
  // If the workflow run is for a fork, GitHub leaves `workflow_run.pull_requests` empty, so search all open pull
  // requests.
  const candidates = await octokit.paginate('GET /repos/{owner}/{repo}/pulls', {
    owner,
    repo,
    state: 'open',
    head: `${headOwner}:${run.headBranch}`,
    per_page: 100,
  })
  const found = candidates.filter(({ head }) => head.sha === run.headSha && head.repo?.id === run.headRepository?.id)
  const [first] = found
  if (!first) return none(run.headSha)
  if (found.length === 1) return { number: first.number }
  const numbers = found.map(({ number }) => `#${number}`).join(', ')
  const which = `Several open pull requests (${numbers}) have the measured commit as their head`
  const problem = `${which}, so none of them gets a comment. See the job summary.`
  return { code: 'several', problem }
}

function none(headSha: string): PullRequestOfRun {
  const commit = headSha.slice(0, 12)
  const which = `No open pull request has the measured commit ${commit} as its head`
  const problem = `${which}, so no comment is written. See the job summary.`
  return { code: 'none', problem }
}
