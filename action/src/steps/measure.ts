import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getInput, info, notice, saveState, setFailed, setOutput, summary, warning } from '@actions/core'
import { readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { type PullRequestEvent, readEvent, type WorkflowEvent } from '../github/event.ts'
import { makeOctokit } from '../github/octokit.ts'
import { GitHubProblem } from '../github/problem.ts'
import { upsertComment } from '../github/sticky-comment.ts'
import { type Inputs, readInputs } from '../inputs.ts'
import { failures, wasInterrupted } from '../measure/fail-on.ts'
import { annotationsFor } from '../pull-request/annotations.ts'
import { commentBody } from '../pull-request/comment.ts'
import type { RunOfJob } from '../pull-request/run-of-job.ts'
import { summaryMarkdown } from '../pull-request/summary.ts'
import { type Folders, runArguments } from '../run-arguments.ts'
import { checkOutBoth, hasCommonWorkload } from './folders.ts'
import { countsOf, jobName, linksOf, summaryAddress, verdictOf } from './outputs.ts'
import { type Ended, plimsoll } from './plimsoll.ts'

/** The measuring step of the action. @throws Problem for what a user can mend */
export async function measureStep(): Promise<void> {
  const inputs = readInputs((name) => getInput(name))
  const event = readEvent(process.env)
  refuseFork(inputs, event)
  const directory = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'plimsoll-'))
  saveState('directory', directory)
  const unsupported = await whyUnsupported(inputs)
  if (unsupported !== null) return endUnsupported(unsupported, inputs, directory)

  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd()
  const folders = await foldersFor(inputs, event, workspace, directory)
  const file = join(directory, 'run.json')
  const compared = folders !== null && hasCommonWorkload(folders) ? folders : null
  if (folders !== null && compared === null) notice('Base has none of these workloads yet: head is measured alone.')
  const ended = await plimsoll(runArguments(inputs, compared, file), {
    cwd: folders?.head ?? workspace,
    show: true,
    onStart: (pid) => saveState('pid', pid),
  })
  if (!existsSync(file)) return endWithout(ended, inputs, directory)
  await tell(inputs, event, file)
}

/** A fork's pull request is anybody's code. */
function refuseFork({ allowForkOnSelfHosted }: Inputs, event: WorkflowEvent): void {
  if (event.name !== 'pull_request' || !event.fork || allowForkOnSelfHosted) return
  if (process.env.RUNNER_ENVIRONMENT === 'github-hosted') return
  throw new Problem(
    2,
    'This is the pull request of a fork, whose code would run on a machine of yours: measure it on a runner of GitHub, or set allow-fork-on-self-hosted: true.',
  )
}

/** Why nothing can be measured here at all, or null. */
async function whyUnsupported({ engines, arms }: Inputs): Promise<string | null> {
  if (engines.includes('none')) return null
  const { exitCode, stdout } = await plimsoll(['doctor', '--json'], { show: false })
  if (exitCode !== 3) return null
  const named = [arms.base.engine, arms.head.engine].filter((name) => name !== undefined)
  info(stdout)
  return `No container engine can be used on this runner${named.length > 0 ? ` (asked for: ${named.join(', ')})` : ''}.`
}

async function foldersFor(
  inputs: Inputs,
  event: WorkflowEvent,
  workspace: string,
  directory: string,
): Promise<Folders | null> {
  if (event.name !== 'pull_request' || inputs.compare === 'none') return null
  if (inputs.arms.base.engine !== inputs.arms.head.engine) return null
  if (inputs.suite !== undefined) {
    notice(`The suite ${inputs.suite} is the same in base and head: it is measured once.`)
    return null
  }
  saveState('repository', workspace)
  return checkOutBoth(workspace, event, directory, {
    octokit: () => octokitOf(inputs.token),
    server: process.env.GITHUB_SERVER_URL ?? 'https://github.com',
    token: inputs.token,
  })
}

/** Outputs, job summary, annotations, comment, and whether the step fails. */
async function tell(inputs: Inputs, event: WorkflowEvent, file: string): Promise<void> {
  const run = readRun(readFileSync(file))
  const { document, id } = run
  setOutput('document', file)
  setOutput('id', id)
  setOutput('verdict', verdictOf(document))
  setOutput('counts', JSON.stringify(countsOf(document)))
  setOutput('status', document.status === 'partial' ? 'partial' : 'measured')
  const job: RunOfJob = { name: jobName(document), summary: summaryAddress(), status: 'measured', run, permalink: null }
  await summary.addRaw(summaryMarkdown({ runs: [job], links: linksOf() })).write()
  for (const text of annotationsFor([job])) warning(text)
  if (inputs.comment && event.name === 'pull_request') await comment(inputs, event, job)
  const said = failures(document, inputs.failOn)
  const failed = document.cells.filter(({ status }) => status === 'failed').length
  if (said.length > 0) setFailed(`The result is ${said.join(' and ')}, which fail-on asked to fail on.`)
  else if (failed > 0) setFailed(`${failed} cells failed: see the job summary.`)
  else if (wasInterrupted(document))
    setFailed('The run was interrupted: what was measured until then is in the document.')
}

async function comment(inputs: Inputs, event: PullRequestEvent, job: RunOfJob): Promise<void> {
  if (event.fork)
    return notice(
      "The token of a fork's pull request can write no comment: let the report action do it on workflow_run.",
    )
  const [owner = '', repo = ''] = event.repository.fullName.split('/')
  const body = commentBody({ runs: [job], key: inputs.commentKey, links: linksOf() })
  const { token, commentKey: key } = inputs
  try {
    const where = { octokit: octokitOf(token), owner, repo, pullRequest: event.number }
    const { outcome, url } = await upsertComment({ ...where, key, body })
    info(`The comment was ${outcome}: ${url}`)
  } catch (error) {
    if (!(error instanceof GitHubProblem)) throw error
    warning(error.message) // what was measured is in the summary and the document
  }
}

function octokitOf(token: string) {
  return makeOctokit({ token, apiUrl: process.env.GITHUB_API_URL ?? 'https://api.github.com' })
}

/** No document was written: something else than the work went wrong. */
function endWithout({ exitCode, lastLine }: Ended, inputs: Inputs, directory: string): Promise<void> {
  if (exitCode === 3) return endUnsupported(lastLine, inputs, directory)
  throw new Problem(2, lastLine || `plimsoll run ended with ${exitCode} and left no document: see the log above.`)
}

async function endUnsupported(sentence: string, { onUnsupported }: Inputs, directory: string): Promise<void> {
  const file = join(directory, 'unsupported.json')
  const name = process.env.ImageOS ?? process.env.RUNNER_OS ?? 'runner'
  writeFileSync(file, `${JSON.stringify({ name, sentence })}\n`)
  setOutput('document', file)
  setOutput('status', 'unsupported')
  const job: RunOfJob = { name, summary: summaryAddress(), status: 'unsupported', sentence }
  await summary.addRaw(summaryMarkdown({ runs: [job], links: linksOf() })).write()
  if (onUnsupported === 'fail') throw new Problem(3, sentence)
  notice(`Nothing was measured: ${sentence}`)
}
