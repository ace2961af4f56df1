import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getInput, notice, saveState, setFailed, setOutput, summary, warning } from '@actions/core'
import { readRun } from '@plimsoll/schema'
import { listWorkloads, Problem } from '@plimsoll/workloads'
import { checkNames, checkRounds } from '../check-inputs.ts'
import { removeDeadSetUps } from '../engine-setup/noted.ts'
import { readEvent, type WorkflowEvent } from '../github/event.ts'
import { type Inputs, readInputs } from '../inputs.ts'
import { failures, wasInterrupted } from '../measure/fail-on.ts'
import { annotationsFor } from '../pull-request/annotations.ts'
import type { RunOfJob } from '../pull-request/run-of-job.ts'
import { summaryMarkdown } from '../pull-request/summary.ts'
import { type Folders, runArguments } from '../run-arguments.ts'
import { removeDeadWorktrees, stepFolder } from '../worktrees.ts'
import { comment, octokitOf } from './comment.ts'
import { engineFor } from './engine-for.ts'
import { checkOutBoth, comparable, ownNames } from './folders.ts'
import { countsOf, jobName, linksOf, summaryAddress, verdictOf } from './outputs.ts'
import { DOCUMENT, plimsoll } from './plimsoll.ts'
import { publishRuns } from './publish.ts'

/** The measuring step of the action. @throws Problem for what a user can mend */
export async function measureStep(): Promise<void> {
  const inputs = readInputs((name) => getInput(name))
  const event = readEvent(process.env)
  refuseStrangers(inputs, event)
  checkNames(inputs, workspace())
  checkRounds(inputs, whyPlain(inputs, event) === null)
  await removeDeadWorktrees(workspace())
  await removeDeadSetUps(process.env, (line) => warning(line))
  const directory = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), stepFolder()))
  saveState('directory', directory)
  const made = await engineFor(inputs, directory)
  if (typeof made === 'string') return endUnsupported(made, inputs, event, directory)

  const asked = made?.described.emulated ? uncompared(inputs) : inputs
  const { workloads, folders, cwd } = await workFor(asked, event, directory)
  const file = join(directory, DOCUMENT)
  const chosen = { ...asked, workloads, ...(made && { engines: [made.engine], dir: made.shared }) }
  const { exitCode, lastLine } = await plimsoll(runArguments(chosen, folders, file, made?.described), {
    ...{ cwd, path: made?.path, show: true },
    onStart: (pid) => saveState('pid', pid),
  })
  if (!existsSync(file))
    throw new Problem(2, lastLine || `plimsoll run ended with ${exitCode} and left no document: see the log above.`)
  await tell(inputs, event, file)
}

/**
 * A fork's pull request is anybody's code, whatever event tells of it, and a run that follows another has rights that such
 * code must not have. @throws Problem (2)
 */
export function refuseStrangers(
  { allowForkOnSelfHosted }: Pick<Inputs, 'allowForkOnSelfHosted'>,
  event: WorkflowEvent,
): void {
  if (event.name === 'workflow_run')
    throw new Problem(2, 'On workflow_run nothing is measured: measure on pull_request, and report here.')
  if (!event.fork || allowForkOnSelfHosted) return
  if (process.env.RUNNER_ENVIRONMENT === 'github-hosted') return
  throw new Problem(
    2,
    'This is the pull request of a fork, whose code would run on a machine of yours: measure it on a runner of GitHub, or set allow-fork-on-self-hosted: true.',
  )
}

/** What is measured on an emulated CPU is true of the emulator alone, and stays out of comparisons. */
function uncompared(inputs: Inputs): Inputs {
  notice(
    'The CPU is emulated on this runner (tcg): what is measured is true of the emulator alone. Nothing is compared.',
  )
  return { ...inputs, compare: 'none', arms: { base: {}, head: {} } }
}

/** What is measured, and where it lies; `folders` is null where nothing is compared. */
interface Work {
  workloads: string[]
  folders: Folders | null
  cwd: string
}

/** Why two versions of the project are not compared: a sentence, empty where nobody expects it; null where they are. */
function whyPlain({ suite, workloads, arms, compare }: Inputs, event: WorkflowEvent): string | null {
  if (event.name !== 'pull_request' || compare === 'none' || arms.base.engine !== arms.head.engine) return ''
  const ofCatalog = workloads.length > 0 && workloads.every((name) => isOfCatalog(name))
  return suite !== undefined || ofCatalog
    ? "Plimsoll's own workloads are the same in base and head: they are measured once."
    : null
}

async function workFor(inputs: Inputs, event: WorkflowEvent, directory: string): Promise<Work> {
  const { suite, workloads, token } = inputs
  // Without a suite and without names all of the project's own are meant; the suite is for a project that has none.
  const alone = (cwd: string): Work => ({
    workloads: workloads.length > 0 || suite !== undefined ? workloads : ownNames(cwd),
    folders: null,
    cwd,
  })
  const why = whyPlain(inputs, event)
  if (event.name !== 'pull_request' || why !== null) {
    if (why) notice(why)
    return alone(workspace())
  }
  saveState('repository', workspace())
  const server = process.env.GITHUB_SERVER_URL ?? 'https://github.com'
  const folders = await checkOutBoth(workspace(), event, directory, { octokit: () => octokitOf(token), server, token })
  const { both, onlyHead } = comparable(folders, workloads)
  if (both.length === 0) {
    notice('Base has no workload to compare with: head is measured alone.')
    return alone(folders.head)
  }
  if (onlyHead.length > 0) notice(`Not in base, and so not compared: ${onlyHead.join(', ')}.`)
  // Without names the command compares all that both have, and its document says what only one has.
  return { workloads: workloads.length > 0 ? both : [], folders, cwd: folders.head }
}

function workspace(): string {
  return process.env.GITHUB_WORKSPACE ?? process.cwd()
}

function isOfCatalog(name: string): boolean {
  return listWorkloads().some(({ workload }) => workload === name)
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
  const published = await publishRuns([job], inputs)
  const links = linksOf(published.registry)
  setOutput('permalink', published.runs.map((job) => ('permalink' in job ? job.permalink : null)).join(''))
  await summary.addRaw(summaryMarkdown({ runs: published.runs, links })).write()
  for (const text of annotationsFor([job])) warning(text)
  if (inputs.comment && event.name === 'pull_request') await comment(inputs, event, published.runs, links)
  const said = failures(document, inputs.failOn)
  const failed = document.cells.filter(({ status }) => status === 'failed').length
  if (said.length > 0) setFailed(`The result is ${said.join(' and ')}, which fail-on asked to fail on.`)
  else if (failed > 0) setFailed(`${failed} cells failed: see the job summary.`)
  else if (published.problem !== null) setFailed(published.problem.message)
  else if (wasInterrupted(document))
    setFailed('The run was interrupted: what was measured until then is in the document.')
}

async function endUnsupported(
  sentence: string,
  inputs: Inputs,
  event: WorkflowEvent,
  directory: string,
): Promise<void> {
  const file = join(directory, 'unsupported.json')
  const name = process.env.ImageOS ?? process.env.RUNNER_OS ?? 'runner'
  writeFileSync(file, `${JSON.stringify({ name, sentence })}\n`)
  setOutput('document', file)
  setOutput('status', 'unsupported')
  const job: RunOfJob = { name, summary: summaryAddress(), status: 'unsupported', sentence }
  await summary.addRaw(summaryMarkdown({ runs: [job], links: linksOf(null) })).write()
  // What an earlier push was told is not true of this one.
  if (inputs.comment && event.name === 'pull_request') await comment(inputs, event, [job], linksOf(null))
  if (inputs.onUnsupported === 'fail') throw new Problem(3, sentence)
  notice(`Nothing was measured: ${sentence}`)
}
