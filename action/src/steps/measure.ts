import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getInput, notice, saveState, warning } from '@actions/core'
import { listWorkloads, Problem } from '@plimsoll/workloads'
import { checkDirectory, checkNames, checkRounds, checkScenarios } from '../check-inputs.ts'
import { removeDeadSetUps } from '../engine-setup/vm-records.ts'
import { readEvent, type WorkflowEvent } from '../github/event.ts'
import { type Inputs, readInputs } from '../inputs.ts'
import { type Folders, runArguments } from '../run-arguments.ts'
import { removeDeadWorktrees, stepFolder } from '../worktrees.ts'
import { octokitOf } from './comment.ts'
import { engineFor } from './engine-for.ts'
import { checkOutBoth, comparable, ownNames } from './folders.ts'
import { DOCUMENT, plimsoll } from './plimsoll.ts'
import { checkPublishing } from './publish.ts'
import { reportNothingMeasured, reportResult, reportUnsupported } from './report-result.ts'

/**
 * The measuring step of the action.
 * @throws Problem for errors that the user can fix
 */
export async function measureStep(): Promise<void> {
  const inputs = readInputs((name) => getInput(name))
  const event = readEvent(process.env)
  refuseStrangers(inputs, event)
  const measured = await measure(inputs, event).catch(async (error) => {
    // Whatever is wrong with telling, the reason is that nothing was measured.
    await reportNothingMeasured(inputs, event).catch((also: Error) => warning(also.message))
    throw error
  })
  if ('sentence' in measured) await reportUnsupported(measured, inputs, event)
  else await reportResult(inputs, event, measured.file)
}

/** @returns the path of the run document; or why this runner cannot measure, with the directory for that message */
async function measure(
  inputs: Inputs,
  event: WorkflowEvent,
): Promise<{ file: string } | { sentence: string; directory: string }> {
  checkNames(inputs, workspace())
  checkRounds(inputs, whyPlain(inputs, event) === null)
  checkScenarios(inputs, workspace())
  checkDirectory(inputs.dir)
  checkPublishing(inputs.registry, process.env)
  await removeDeadWorktrees(workspace())
  await removeDeadSetUps(process.env, (line) => warning(line))
  const directory = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), stepFolder()))
  saveState('directory', directory)
  const made = await engineFor(inputs, directory)
  if (typeof made === 'string') return { sentence: made, directory }

  if (made && inputs.dir !== undefined)
    notice(`The input dir is not heeded, as ${made.engine} was set up: its machine shares a folder of its own.`)
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
  return { file }
}

/**
 * Refuse to run untrusted code: any event may be about a fork's pull request, and on `workflow_run` such code would
 * have rights that it must not have.
 * @throws Problem (2)
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

/** Results on an emulated CPU describe only the emulator, so they are not compared. */
function uncompared(inputs: Inputs): Inputs {
  notice(
    'The CPU is emulated on this runner (tcg): what is measured is true of the emulator alone. Nothing is compared.',
  )
  return { ...inputs, compare: 'none', variants: { base: {}, head: {} } }
}

/** The workloads to measure, and their folders; `folders` is null where nothing is compared. */
interface Work {
  workloads: string[]
  folders: Folders | null
  cwd: string
}

/**
 * Why two versions of the project are not compared: a sentence; empty where no comparison is expected; null where they
 * are compared.
 */
function whyPlain({ suite, workloads, variants, compare }: Inputs, event: WorkflowEvent): string | null {
  if (event.name !== 'pull_request' || compare === 'none' || variants.base.engine !== variants.head.engine) return ''
  const ofCatalog = workloads.length > 0 && workloads.every((name) => isOfCatalog(name))
  return suite !== undefined || ofCatalog
    ? "Plimsoll's own workloads are the same in base and head: they are measured once."
    : null
}

async function workFor(inputs: Inputs, event: WorkflowEvent, directory: string): Promise<Work> {
  const { suite, workloads, token } = inputs
  // Without a suite and names, measure all of the project's own workloads; a project without any gets the default
  // suite.
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
  const { both, onlyHead, others } = comparable(folders, workloads)
  if (both.length === 0) {
    notice('Base has no workload to compare with: head is measured alone.')
    return alone(folders.head)
  }
  if (onlyHead.length > 0) notice(`Not in base, and so not compared: ${onlyHead.join(', ')}.`)
  if (others.length > 0)
    notice(
      `Plimsoll's own workloads are the same in base and head, and are not measured beside the project's: give ${others.join(', ')} a step of its own.`,
    )
  // Without names the command compares all workloads that both versions have, and its document lists those that only
  // one has.
  return { workloads: workloads.length > 0 ? both : [], folders, cwd: folders.head }
}

function workspace(): string {
  return process.env.GITHUB_WORKSPACE ?? process.cwd()
}

function isOfCatalog(name: string): boolean {
  return listWorkloads().some(({ workload }) => workload === name)
}
