import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notice, setFailed, setOutput, warning } from '@actions/core'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { annotationsFor } from '../comment/annotations.ts'
import { MAX_LENGTH, plainLine } from '../comment/escape-untrusted.ts'
import type { ReasonStatus, RunOfJob } from '../comment/run-of-job.ts'
import { failures, nothingComparable, wasInterrupted, withoutVerdict } from '../fail-on.ts'
import type { WorkflowEvent } from '../github/event.ts'
import type { Inputs, ReportingInputs } from '../inputs/read-inputs.ts'
import { findFailure, findUnmeasured, isUnmeasured } from '../report/failure.ts'
import { hashOfReason } from './expected-hashes.ts'
import { maskSecrets } from './mask-secrets.ts'
import { countVerdicts, jobName, makeLinks, mostUrgentVerdict, summaryAddress } from './outputs.ts'
import { NOT_PUBLISHED, publishRuns } from './publish.ts'
import { writeCheck } from './write-check.ts'
import { comment } from './write-comment.ts'
import { writeSummary } from './write-summary.ts'

/** Writes the outputs, the job summary, the annotations and the comment, and decides whether the step fails. */
export async function reportResult(inputs: Inputs, event: WorkflowEvent, file: string): Promise<void> {
  const run = readRun(readFileSync(file))
  const { document, hash, id } = run
  setOutput('document', file)
  setOutput('hash', hash)
  setOutput('id', id)
  setOutput('verdict', mostUrgentVerdict(document))
  setOutput('counts', JSON.stringify(countVerdicts(document)))
  setOutput('status', outputStatus(document))
  const job: RunOfJob = { name: jobName(document), summary: summaryAddress(), status: 'measured', run, permalink: null }
  const published = await publishRuns([job], inputs)
  const links = makeLinks(published)
  setOutput('permalink', published.runs.map((job) => ('permalink' in job ? job.permalink : null)).join(''))
  await writeSummary({ runs: published.runs, links })
  for (const text of annotationsFor([job])) warning(text)
  if (inputs.comment && event.name === 'pull_request') await comment(inputs, event, published.runs, links)
  if (inputs.check) await writeCheck(inputs, event, published.runs, links)
  const without = withoutVerdict(document, inputs.failOn)
  if (without.length > 0)
    notice(
      `The run compared nothing, so it cannot be ${without.join(' or ')}, which the input 'fail-on' lists. Base and head are compared on the events pull_request and merge_group, if both have the workload.`,
    )
  const reported = failures(document, inputs.failOn)
  const failure = findFailure(document)
  const unmeasured = findUnmeasured(document)
  if (reported.length > 0) setFailed(`The result is ${reported.join(' and ')}, which the input 'fail-on' lists.`)
  else if (failure !== null) setFailed(`Plimsoll: ${plainLine(failure.title, MAX_LENGTH.paragraph)}.`)
  else if (published.problem !== null) setFailed(published.problem.message)
  else if (wasInterrupted(document))
    setFailed('The run was interrupted. The document contains the samples measured before the interruption.')
  else if (nothingComparable(document)) endUnsupported(NOTHING_COMPARED, inputs, 'Nothing was compared: ')
  else if (unmeasured !== null)
    endUnsupported(`Plimsoll: ${plainLine(unmeasured.title, MAX_LENGTH.paragraph)}.`, inputs)
}

const NOTHING_COMPARED =
  'No benchmark of the check can run in both variants on this runner. The job summary gives the reasons.'

function outputStatus(document: RunDocument): string {
  if (document.status === 'partial') return 'partial'
  return isUnmeasured(document) || nothingComparable(document) ? 'unsupported' : 'measured'
}

/**
 * Ends a step on an unsupported runner. The step fails only with `on-unsupported: fail`.
 * @throws Problem (3) with `on-unsupported: fail`
 */
function endUnsupported(sentence: string, { onUnsupported }: Inputs, lead = ''): void {
  if (onUnsupported === 'fail') throw new Problem(3, sentence)
  notice(lead + sentence)
}

/** Why a job measured nothing, as sentences, and the directory for a file with the reason. */
interface Reason {
  sentence: string
  directory: string
}

/**
 * Writes the outputs, the job summary and the comment for a runner that cannot measure.
 * @throws Problem (3) with `on-unsupported: fail`
 */
export async function reportUnsupported(reason: Reason, inputs: Inputs, event: WorkflowEvent): Promise<void> {
  await reportReason('unsupported', reason, inputs, event)
  endUnsupported(reason.sentence, inputs, 'Nothing was measured: ')
}

/** Writes the outputs, the job summary and the comment for a pull request that changes nothing that is measured. */
export async function reportUnchanged(reason: Reason, inputs: Inputs, event: WorkflowEvent): Promise<void> {
  await reportReason('unchanged', reason, inputs, event)
  notice(`Nothing that is measured changed. ${reason.sentence}`)
}

/** Writes the outputs, the job summary and the comment for a pull request whose head has no workload of base. */
export async function reportRemoved(reason: Reason, inputs: Inputs, event: WorkflowEvent): Promise<void> {
  await reportReason('removed', reason, inputs, event)
  notice(`Nothing was compared. ${reason.sentence}`)
}

async function reportReason(
  status: ReasonStatus,
  { sentence, directory }: Reason,
  inputs: Inputs,
  event: WorkflowEvent,
): Promise<void> {
  const file = join(directory, `${status}.json`)
  const name = runnerName()
  writeFileSync(file, `${JSON.stringify({ name, sentence })}\n`)
  setOutput('document', file)
  setOutput('hash', hashOfReason({ status, name, sentence }))
  setOutput('verdict', '')
  setOutput('counts', '{}')
  setOutput('status', status)
  const job = { name, summary: summaryAddress(), status, sentence }
  await reportWithoutDocument(job, inputs, event)
}

/** Writes the job summary, the comment and the check for a step that ends with an error and without a document. */
export function reportNothingMeasured(inputs: ReportingInputs, event: WorkflowEvent, error: unknown): Promise<void> {
  const reason = error instanceof Problem ? maskSecrets(error.message, process.env) : null
  const job = { name: runnerName(), summary: summaryAddress(), status: 'missing' as const, isInvalid: false, reason }
  return reportWithoutDocument(job, inputs, event)
}

/** Replaces the comment of an earlier push. That comment does not apply to the current push. */
async function reportWithoutDocument(job: RunOfJob, inputs: ReportingInputs, event: WorkflowEvent): Promise<void> {
  const links = makeLinks(NOT_PUBLISHED)
  await writeSummary({ runs: [job], links })
  if (inputs.comment && event.name === 'pull_request') await comment(inputs, event, [job], links)
  if (inputs.check) await writeCheck(inputs, event, [job], links)
}

function runnerName(): string {
  return process.env.ImageOS ?? process.env.RUNNER_OS ?? 'runner'
}
