import { getInput, info, notice, setOutput, warning } from '@actions/core'
import { Problem } from '@plimsoll/workloads'
import type { Links, RunOfJob } from '../comment/run-of-job.ts'
import { readEvent, type WorkflowEvent } from '../github/event.ts'
import { pullRequestOfRun } from '../github/pull-request-of-run.ts'
import { type CommentInputs, type ReportInputs, readCommentInputs, readReportInputs } from '../inputs/read-inputs.ts'
import { readJobs } from './artifacts.ts'
import { maskSecrets } from './mask-secrets.ts'
import { makeLinks, mostUrgentVerdict, mostUrgentWord, summaryAddress } from './outputs.ts'
import { NOT_PUBLISHED, publishRuns } from './publish.ts'
import { writeCheck } from './write-check.ts'
import { comment, connectToGitHub, writeComment } from './write-comment.ts'
import { writeSummary } from './write-summary.ts'

/** The report step: write one comment about the uploads of all measuring jobs. The step runs no code of those jobs. */
export async function reportStep(): Promise<void> {
  const commentInputs = readCommentInputs((name) => getInput(name))
  const event = readEvent(process.env)
  const inputs = await readOrReport(commentInputs, event)
  const read = readJobs(inputs.documents, inputs)
  const published = await publishRuns(read.jobs, inputs)
  const runs = withMissing(published.runs, inputs.jobs)
  const links = makeLinks(published)
  setOutput('permalinks', permalinks(runs).join('\n'))
  if (links.project !== null) info(`History of the project: ${links.project}`)
  await writeSummary({ runs, links })
  const verdicts = runs.map((job) => (job.status === 'measured' ? mostUrgentVerdict(job.run.document) : ''))
  setOutput('verdict', mostUrgentWord(new Set(verdicts)))

  const commentError = inputs.comment
    ? await commentOnPullRequest(inputs, event, runs, links).catch((error: unknown) => error as Error)
    : undefined
  if (inputs.check) await writeCheck({ ...inputs, failOn: inputs.checkFailOn }, event, runs, links)
  const problem = read.problem ?? published.problem
  if (problem !== null && commentError) warning(commentError.message)
  if (problem !== null || commentError) throw problem ?? commentError
}

/**
 * Reads all inputs. If one is wrong, says so in the job summary and in the comment: an earlier comment does not apply to
 * the current push.
 */
async function readOrReport(commentInputs: CommentInputs, event: WorkflowEvent): Promise<ReportInputs> {
  try {
    return readReportInputs((name) => getInput(name))
  } catch (error) {
    // A problem with this report must not hide the wrong input.
    if (error instanceof Problem)
      await reportNothing(commentInputs, event, error).catch((also: Error) => warning(also.message))
    throw error
  }
}

async function reportNothing(inputs: CommentInputs, event: WorkflowEvent, problem: Problem): Promise<void> {
  const sentence = maskSecrets(problem.message, process.env)
  const runs: RunOfJob[] = [{ name: 'report', summary: summaryAddress(), status: 'unreported', sentence }]
  const links = makeLinks(NOT_PUBLISHED)
  await writeSummary({ runs, links })
  if (inputs.comment) await commentOnPullRequest(inputs, event, runs, links)
}

async function commentOnPullRequest(
  inputs: CommentInputs,
  event: WorkflowEvent,
  runs: RunOfJob[],
  links: Links,
): Promise<void> {
  const key = inputs.commentKey
  if (event.name === 'pull_request') return setCommentOutput(await comment(inputs, event, runs, links))
  if (event.name !== 'workflow_run' || event.run.event !== 'pull_request')
    return info('There is no pull request. The result is in the job summary.')
  // Do not take the pull request from a document, which is untrusted.
  const [owner = '', repo = ''] = event.repository.fullName.split('/')
  const octokit = connectToGitHub(inputs.token)
  const found = await pullRequestOfRun({ octokit, owner, repo, run: event.run })
  if (!('number' in found)) return notice(found.problem)
  setCommentOutput(
    await writeComment({
      octokit,
      owner,
      repo,
      pullRequest: found.number,
      commit: event.run.headSha,
      key,
      mode: inputs.comment,
      runs,
      links,
    }),
  )
}

/** Adds the missing jobs to the runs, as missing. For example, a job that was killed uploads nothing. */
function withMissing(runs: RunOfJob[], jobs = 1): RunOfJob[] {
  const missing = Math.max(0, jobs - runs.length)
  return [
    ...runs,
    ...Array.from({ length: missing }, () => ({
      ...{ name: 'a measuring job', summary: summaryAddress(), status: 'missing' as const },
      ...{ isInvalid: false, reason: null },
    })),
  ]
}

function permalinks(runs: RunOfJob[]): string[] {
  return runs.flatMap((job) => (job.status === 'measured' && job.permalink !== null ? [job.permalink] : []))
}

function setCommentOutput(url: string | null): void {
  setOutput('comment', url ?? '')
}
