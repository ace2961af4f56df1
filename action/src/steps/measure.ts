import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getInput, notice, saveState, warning } from '@actions/core'
import { listWorkloads, Problem } from '@plimsoll/workloads'
import { removeDeadVms } from '../engine-setup/vm-cleanup-records.ts'
import { readEvent, type WorkflowEvent } from '../github/event.ts'
import { checkDirectory, checkNames, checkRounds, checkScenarios } from '../inputs/check-inputs.ts'
import { type Inputs, readInputs } from '../inputs/read-inputs.ts'
import { type Folders, runArguments } from '../run-arguments.ts'
import { removeDeadWorktrees, stepFolder } from '../worktrees.ts'
import { checkOutVariants, comparableWorkloads, ownNames } from './check-out-variants.ts'
import { prepareEngine } from './prepare-engine.ts'
import { checkPublishing } from './publish.ts'
import { refuseForks } from './refuse-forks.ts'
import { reportNothingMeasured, reportResult, reportUnsupported } from './report-result.ts'
import { DOCUMENT, runPlimsoll } from './run-plimsoll.ts'
import { octokitOf } from './write-comment.ts'

/**
 * The measuring step of the action.
 * @throws Problem for errors that the user can fix
 */
export async function measureStep(): Promise<void> {
  const inputs = readInputs((name) => getInput(name))
  const event = readEvent(process.env)
  refuseForks(inputs, event)
  const measured = await measure(inputs, event).catch(async (error) => {
    // A problem with this report must not hide the reason why nothing was measured.
    await reportNothingMeasured(inputs, event).catch((also: Error) => warning(also.message))
    throw error
  })
  if ('sentence' in measured) await reportUnsupported(measured, inputs, event)
  else await reportResult(inputs, event, measured.file)
}

/**
 * @returns the path of the run document; if this runner cannot measure, the reason as a sentence, and the directory
 *   for a file with the reason
 */
async function measure(
  inputs: Inputs,
  event: WorkflowEvent,
): Promise<{ file: string } | { sentence: string; directory: string }> {
  checkNames(inputs, workspace())
  checkRounds(inputs, plainRunReason(inputs, event) === null)
  checkScenarios(inputs, workspace())
  checkDirectory(inputs.dir)
  checkPublishing(inputs.registry, process.env)
  await removeDeadWorktrees(workspace())
  await removeDeadVms(process.env, (line) => warning(line))
  const directory = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), stepFolder()))
  saveState('directory', directory)
  const vm = await prepareEngine(inputs, directory)
  if (typeof vm === 'string') return { sentence: vm, directory }

  if (vm && inputs.dir !== undefined)
    notice(`The input 'dir' was ignored, because the virtual machine of ${vm.engine} shares its own folder.`)
  const requested = vm?.described.emulated ? withoutComparison(inputs) : inputs
  const { workloads, folders, cwd } = await workToMeasure(requested, event, directory)
  const file = join(directory, DOCUMENT)
  const chosen = { ...requested, workloads, ...(vm && { engines: [vm.engine], dir: vm.shared }) }
  const { exitCode, lastLine } = await runPlimsoll(runArguments(chosen, folders, file, vm?.described), {
    ...{ cwd, path: vm?.path, show: true },
    onStart: (pid) => saveState('pid', pid),
  })
  if (!existsSync(file))
    throw new Problem(2, lastLine || `plimsoll run ended with ${exitCode} and wrote no document. See the log above.`)
  return { file }
}

/** The inputs without a comparison. Results on an emulated CPU describe only the emulator, so they are not compared. */
function withoutComparison(inputs: Inputs): Inputs {
  notice('The CPU is emulated on this runner (tcg). The results describe only the emulator, so nothing is compared.')
  return { ...inputs, compare: 'none', variants: { base: {}, head: {} } }
}

/** The workloads to measure, and their folders. `folders` is null if no versions are compared. */
interface WorkToMeasure {
  workloads: string[]
  folders: Folders | null
  cwd: string
}

/**
 * Why two versions of the project are not compared, as a sentence. Empty if the step requests no comparison. Null if
 * the versions are compared.
 */
function plainRunReason({ suite, workloads, variants, compare }: Inputs, event: WorkflowEvent): string | null {
  if (event.name !== 'pull_request' || compare === 'none' || variants.base.engine !== variants.head.engine) return ''
  const ofCatalog = workloads.length > 0 && workloads.every((name) => isOfCatalog(name))
  return suite !== undefined || ofCatalog
    ? "Workloads of Plimsoll's catalog do not differ between base and head: they are measured once and not compared."
    : null
}

async function workToMeasure(inputs: Inputs, event: WorkflowEvent, directory: string): Promise<WorkToMeasure> {
  const { suite, workloads, token } = inputs
  // If the inputs name neither a suite nor workloads, measure all of the project's own workloads. A project without own
  // workloads gets the default suite.
  const alone = (cwd: string): WorkToMeasure => ({
    workloads: workloads.length > 0 || suite !== undefined ? workloads : ownNames(cwd),
    folders: null,
    cwd,
  })
  const why = plainRunReason(inputs, event)
  if (event.name !== 'pull_request' || why !== null) {
    if (why) notice(why)
    return alone(workspace())
  }
  saveState('repository', workspace())
  const server = process.env.GITHUB_SERVER_URL ?? 'https://github.com'
  const folders = await checkOutVariants(workspace(), event, directory, {
    octokit: () => octokitOf(token),
    server,
    token,
  })
  const { both, onlyHead, others } = comparableWorkloads(folders, workloads)
  if (both.length === 0) {
    notice('The base has no workload to compare with, so only the head is measured.')
    return alone(folders.head)
  }
  if (onlyHead.length > 0) notice(`These workloads are not in base, so they are not compared: ${onlyHead.join(', ')}.`)
  if (others.length > 0)
    notice(
      `Workloads of Plimsoll's catalog do not differ between base and head, so they are not measured together with the project's workloads. Measure ${others.join(', ')} in a separate step.`,
    )
  // If the inputs name no workloads, the command compares all workloads that both versions have. Its document lists the
  // workloads that only one version has.
  return { workloads: workloads.length > 0 ? both : [], folders, cwd: folders.head }
}

function workspace(): string {
  return process.env.GITHUB_WORKSPACE ?? process.cwd()
}

function isOfCatalog(name: string): boolean {
  return listWorkloads().some(({ workload }) => workload === name)
}
