import { getInput, info, notice, setOutput, summary } from '@actions/core'
import { readEvent, type WorkflowEvent } from '../github/event.ts'
import { makeOctokit, type Octokit } from '../github/octokit.ts'
import { pullRequestOfRun } from '../github/pull-request-of-run.ts'
import { upsertComment } from '../github/sticky-comment.ts'
import { readReportInputs } from '../inputs.ts'
import { commentBody } from '../pull-request/comment.ts'
import { summaryMarkdown } from '../pull-request/summary.ts'
import { readJobs } from './artifacts.ts'
import { linksOf, verdictOf } from './outputs.ts'

/** The report step: what measuring jobs handed on becomes one comment. It runs none of their code. */
export async function reportStep(): Promise<void> {
  const inputs = readReportInputs((name) => getInput(name))
  const event = readEvent(process.env)
  const runs = readJobs(inputs.documents)
  const links = linksOf()
  await summary.addRaw(summaryMarkdown({ runs, links })).write()
  const verdicts = runs.map((job) => (job.status === 'measured' ? verdictOf(job.run.document) : ''))
  const urgent = ['unfit', 'slower', 'inconclusive', 'faster', 'not slower'].find((one) => verdicts.includes(one))
  setOutput('verdict', urgent ?? '')

  const octokit = makeOctokit({ token: inputs.token, apiUrl: process.env.GITHUB_API_URL ?? 'https://api.github.com' })
  const found = await pullRequestOf(event, octokit)
  if (found === null) return
  const comment = { ...found, octokit, key: inputs.commentKey }
  const { outcome, url } = await upsertComment({ ...comment, body: commentBody({ runs, key: comment.key, links }) })
  setOutput('comment', url)
  info(`The comment was ${outcome}: ${url}`)
}

/** The pull request that was measured, as GitHub knows it: nothing in a document is asked. */
async function pullRequestOf(
  event: WorkflowEvent,
  octokit: Octokit,
): Promise<{ owner: string; repo: string; pullRequest: number } | null> {
  if (event.name !== 'pull_request' && event.name !== 'workflow_run') {
    info('There is no pull request: the result is in the job summary.')
    return null
  }
  const [owner = '', repo = ''] = event.repository.fullName.split('/')
  if (event.name === 'pull_request') return { owner, repo, pullRequest: event.number }
  if (event.run.event !== 'pull_request') {
    info(`The measured run was started by ${JSON.stringify(event.run.event)}, and not by a pull request.`)
    return null
  }
  const found = await pullRequestOfRun({ octokit, owner, repo, run: event.run })
  if ('number' in found) return { owner, repo, pullRequest: found.number }
  notice(found.problem)
  return null
}
