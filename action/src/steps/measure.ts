import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getInput, notice, saveState, warning } from '@actions/core'
import { Problem } from '@plimsoll/workloads'
import { removeDeadVms } from '../engine-setup/vm-cleanup-records.ts'
import { readEvent, type WorkflowEvent } from '../github/event.ts'
import { checkRequest } from '../inputs/check-inputs.ts'
import { type Inputs, readCommentInputs, readInputs } from '../inputs/read-inputs.ts'
import { removeRequest, writeRequest } from '../measure-request/request-file.ts'
import { removeDeadWorktrees, stepFolder } from '../worktrees.ts'
import { prepareEngine } from './prepare-engine.ts'
import { checkPublishing } from './publish.ts'
import { refuseForks } from './refuse-forks.ts'
import { reportNothingMeasured, reportResult, reportUnsupported } from './report-result.ts'
import { plainRunReason, requestToRun } from './request-to-run.ts'
import { DOCUMENT, runPlimsoll } from './run-plimsoll.ts'
import type { PreparedVm } from './set-up-engine.ts'

/**
 * The measuring step of the action.
 * @throws Problem for errors that the user can fix
 */
export async function measureStep(): Promise<void> {
  const commentInputs = readCommentInputs((name) => getInput(name))
  const event = readEvent(process.env)
  /** Do a part of the step. If it fails, report that nothing was measured. */
  const reporting = async <T>(part: () => T | Promise<T>): Promise<T> => {
    try {
      return await part()
    } catch (error) {
      // A problem with this report must not hide the reason why nothing was measured.
      await reportNothingMeasured(commentInputs, event, error).catch((also: Error) => warning(also.message))
      throw error
    }
  }
  const inputs = await reporting(() => readInputs((name) => getInput(name)))
  refuseForks(inputs, event)
  const measured = await reporting(() => measure(inputs, event))
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
  checkRequest(inputs, plainRunReason(inputs, event) === null)
  checkPublishing(inputs.registry, process.env)
  await removeDeadWorktrees(inputs.request.project)
  await removeDeadVms(process.env, (line) => warning(line))
  const directory = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), stepFolder()))
  saveState('directory', directory)
  try {
    const vm = await prepareEngine(inputs, directory)
    if (typeof vm === 'string') return { sentence: vm, directory }
    return { file: await runOn(vm, inputs, event, directory) }
  } finally {
    removeRequest(directory)
  }
}

/**
 * Run the command on the installed engines, or on the engine of a virtual machine.
 * @returns the path of the run document
 * @throws Problem if the command wrote no document
 */
async function runOn(vm: PreparedVm | null, inputs: Inputs, event: WorkflowEvent, directory: string): Promise<string> {
  if (vm && inputs.request.dir !== undefined)
    notice(`The input 'dir' was ignored, because the virtual machine of ${vm.engine} shares its own folder.`)
  const chosen = await requestToRun(vm?.described.emulated ? withoutComparison(inputs) : inputs, event, directory)
  const out = join(directory, DOCUMENT)
  const request = {
    ...chosen,
    out,
    ...(vm && { dir: vm.shared, setUp: vm.described }),
    // The variants of a check may name their own engines.
    ...(vm && !chosen.variants?.base.engine && { engines: [vm.engine] }),
  }
  const { exitCode, lastLine } = await runPlimsoll(['run', '--request', writeRequest(directory, request)], {
    ...{ cwd: request.project, path: vm?.path, show: true },
    onStart: (pid) => saveState('pid', pid),
  })
  if (!existsSync(out))
    throw new Problem(2, lastLine || `plimsoll run ended with ${exitCode} and wrote no document. See the log above.`)
  return out
}

/** The inputs without a comparison. Results on an emulated CPU describe only the emulator, so they are not compared. */
function withoutComparison(inputs: Inputs): Inputs {
  notice('The CPU is emulated on this runner (tcg). The results describe only the emulator, so nothing is compared.')
  return { ...inputs, compare: 'none', variants: { base: {}, head: {} } }
}
