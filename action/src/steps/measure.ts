import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getInput, notice, saveState, warning } from '@actions/core'
import { Problem } from '@plimsoll/workloads'
import { checkOutVersions } from '../base-and-head/check-out-versions.ts'
import { comparingRequest, headRequest, removedReason } from '../base-and-head/comparing-request.ts'
import { decideComparison } from '../base-and-head/comparison.ts'
import { removeDeadWorktrees, stepFolder } from '../base-and-head/remove-worktrees.ts'
import { unchangedReason } from '../base-and-head/unchanged.ts'
import type { ReasonStatus } from '../comment/run-of-job.ts'
import { removeDeadVms } from '../engine-setup/vm-cleanup-records.ts'
import { readEvent, type WorkflowEvent } from '../github/event.ts'
import { PUBLIC_REPOSITORY, saysVisibility } from '../github/run-source.ts'
import { assertRequest } from '../inputs/assert-request.ts'
import { type Inputs, readCommentInputs, readInputs } from '../inputs/read-inputs.ts'
import { findOrSetUpEngine } from './find-or-set-up-engine.ts'
import { assertPublishable } from './publish.ts'
import { refuseForks } from './refuse-forks.ts'
import {
  reportNothingMeasured,
  reportRemoved,
  reportResult,
  reportUnchanged,
  reportUnsupported,
} from './report-result.ts'
import { DOCUMENT, runWithRequest } from './run-plimsoll.ts'
import { connectToGitHub } from './write-comment.ts'

/**
 * The measuring step of the action.
 * @throws Problem for errors that the user can fix
 */
export async function measureStep(): Promise<void> {
  const commentInputs = readCommentInputs((name) => getInput(name))
  // Both are read before all other inputs, of which one may be wrong.
  const early = { ...commentInputs, check: getInput('check') === 'true', failOn: [] }
  const event = readEvent(process.env)
  /** Does a part of the step. If it fails, reports that nothing was measured. */
  const reporting = async <T>(part: () => T | Promise<T>): Promise<T> => {
    try {
      return await part()
    } catch (error) {
      // Of a cancelled job, the pull request needs to know nothing: a newer one reports.
      const isCancelled = error instanceof Problem && error.exitCode === INTERRUPTED
      // A problem with this report must not hide the reason why nothing was measured.
      if (!isCancelled) await reportNothingMeasured(early, event, error).catch((also: Error) => warning(also.message))
      throw error
    }
  }
  const inputs = await reporting(() => readInputs((name) => getInput(name)))
  refuseForks(inputs, event)
  const measured = await reporting(() => measure(inputs, event))
  if (measured.status === 'measured') await reportResult(inputs, event, measured.file)
  else if (measured.status === 'unchanged') await reportUnchanged(measured, inputs, event)
  else if (measured.status === 'removed') await reportRemoved(measured, inputs, event)
  else await reportUnsupported(measured, inputs, event)
}

/**
 * The path of the run document. Or, without one, why nothing was measured as sentences, and the directory for a file
 * with the reason: base and head do not differ (`unchanged`), head has none of the workloads of base (`removed`), or
 * this runner cannot measure (`unsupported`).
 */
type Measured = { status: 'measured'; file: string } | { status: ReasonStatus; sentence: string; directory: string }

/** The exit code of a command that a signal ended before its first sample. */
const INTERRUPTED = 130

/** @throws Problem if the command wrote no document */
async function measure(inputs: Inputs, event: WorkflowEvent): Promise<Measured> {
  const { versions, remark } = await decideComparison(inputs, event)
  const { project, workloads: named, command } = inputs.request
  assertPublishable(inputs.registry, process.env)
  await removeDeadWorktrees(project)
  await removeDeadVms(process.env, (line) => warning(line))
  await findVisibility(inputs.token)
  const directory = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), stepFolder()))
  saveState('directory', directory)
  const folders = versions && (await checkOutVersions(project, versions, inputs.token, directory, { named, command }))
  // An engine may take minutes to start, so these are known before.
  const removed = folders && !command ? removedReason(folders, named) : null
  if (removed !== null) return { status: 'removed', sentence: removed, directory }
  const plain = folders === null ? inputs.request : headRequest(inputs.request, folders)
  assertRequest(plain, folders !== null)
  const unchanged = folders && unchangedReason({ ...plain, workloads: named }, folders)
  if (unchanged !== null) return { status: 'unchanged', sentence: unchanged, directory }
  const prepared = await findOrSetUpEngine(plain, inputs, directory)
  if (typeof prepared === 'string') return { status: 'unsupported', sentence: prepared, directory }
  const { emulated, path } = prepared
  if (remark !== null && !emulated) notice(remark)
  const request =
    folders === null || emulated
      ? prepared.request
      : comparingRequest({ ...prepared.request, workloads: named }, folders)
  const out = join(directory, DOCUMENT)
  const { exitCode, error } = await runWithRequest(['run'], { ...request, out }, directory, {
    ...{ cwd: request.project, path, show: true },
    onStart: (pid) => saveState('pid', pid),
  })
  if (!existsSync(out))
    throw new Problem(
      exitCode === INTERRUPTED ? INTERRUPTED : 2,
      error || `plimsoll run ended with ${exitCode} and wrote no document. See the log above.`,
    )
  return { status: 'measured', file: out }
}

/**
 * Asks GitHub whether the repository is public if the event does not say so, as that of a schedule. The document of a run names
 * the repository only if it is public.
 */
async function findVisibility(token: string): Promise<void> {
  const [owner, repo] = (process.env.GITHUB_REPOSITORY ?? '').split('/')
  if (!owner || !repo || token === '' || saysVisibility(process.env)) return
  try {
    const { data } = await connectToGitHub(token).request('GET /repos/{owner}/{repo}', { owner, repo })
    if (data.private === false) process.env[PUBLIC_REPOSITORY] = `${owner}/${repo}`
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    notice(
      `The document will not name this repository, because GitHub did not say whether it is public. ${error.message}`,
    )
  }
}
