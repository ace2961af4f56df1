import { info, warning } from '@actions/core'
import { Problem } from '@plimsoll/workloads'
import { checkSummary, checkTitle } from '../comment/comment-and-summary.ts'
import { checkConclusion } from '../comment/job-result.ts'
import type { Links, RunOfJob } from '../comment/run-of-job.ts'
import type { FailOn } from '../fail-on.ts'
import { createCheck, MAX_TITLE } from '../github/create-check.ts'
import type { WorkflowEvent } from '../github/event.ts'
import { summaryAddress } from './outputs.ts'
import { connectToGitHub } from './write-comment.ts'

/**
 * Writes the result as a check on the measured commit. A request that GitHub rejects causes only a warning, because the
 * result is also in the job summary and in the document.
 */
export async function writeCheck(
  { token, commentKey: key, failOn }: { token: string; commentKey: string; failOn: readonly FailOn[] },
  event: WorkflowEvent,
  runs: RunOfJob[],
  links: Links,
): Promise<void> {
  const { fullName, commit } = placeOf(event)
  const [owner = '', repo = ''] = fullName.split('/')
  try {
    const url = await createCheck({
      octokit: connectToGitHub(token),
      ...{ owner, repo, commit },
      name: key === 'default' ? 'Plimsoll' : `Plimsoll (${key})`,
      conclusion: checkConclusion(runs, failOn),
      title: checkTitle(runs).slice(0, MAX_TITLE),
      summary: checkSummary(runs, links),
      details: summaryAddress(),
    })
    info(`The check was written: ${url}`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    warning(error.message)
  }
}

/** The repository and the commit that an event is about. */
function placeOf(event: WorkflowEvent): { fullName: string; commit: string } {
  const { GITHUB_REPOSITORY: fullName = '', GITHUB_SHA: commit = '' } = process.env
  if (event.name === 'other') return { fullName, commit }
  const { repository } = event
  return { fullName: repository.fullName, commit: event.name === 'workflow_run' ? event.run.headSha : event.head.sha }
}
