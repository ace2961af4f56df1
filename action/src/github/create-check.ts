import { GitHubProblem } from './github-problem.ts'
import type { Octokit } from './octokit.ts'

/** GitHub's limits on the texts of a check. */
export const MAX_TITLE = 255
export const MAX_SUMMARY = 65_535

/** A check on a commit, as GitHub shows it beside the checks of other tools. */
export interface CommitCheck {
  octokit: Octokit
  owner: string
  repo: string
  commit: string
  /** the name of the check, the same for each run */
  name: string
  conclusion: 'success' | 'neutral' | 'failure'
  /** one line of plain text, at most `MAX_TITLE` characters */
  title: string
  /** Markdown, at most `MAX_SUMMARY` characters */
  summary: string
  /** the address of the job summary; null if there is none */
  details: string | null
}

/**
 * Creates a completed check on a commit.
 * @returns the address of the check
 * @throws GitHubProblem if GitHub does not allow the check or does not answer
 */
export async function createCheck({
  octokit,
  commit,
  title,
  summary,
  details,
  ...check
}: CommitCheck): Promise<string> {
  try {
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
      ...check,
      head_sha: commit,
      status: 'completed',
      ...(details !== null && { details_url: details }),
      output: { title, summary },
    })
    return data.html_url ?? ''
  } catch (error) {
    if (!(error instanceof GitHubProblem && error.code === 'forbidden')) throw error
    throw new GitHubProblem(
      'forbidden',
      'This job’s token may not write a check. Give the job `permissions: checks: write`. The token of a fork’s pull request may never: use a workflow that runs on `workflow_run`.',
    )
  }
}
