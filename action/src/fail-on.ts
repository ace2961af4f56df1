import { judgeRun, type RunDocument, runReliability } from '@plimsoll/schema'
import { findFailure, findUnmeasured } from './report/failure.ts'

/**
 * The results that can make a run fail, for `--fail-on`. A run without variants can be `unreliable`. The others are
 * results of a check.
 */
export const FAIL_ON = ['slower', 'inconclusive', 'unreliable'] as const
export type FailOn = (typeof FAIL_ON)[number]

/** The results of a run that `failOn` requests to fail on. */
export function failures(document: RunDocument, failOn: readonly FailOn[]): FailOn[] {
  const check = judgeRun(document)
  const said = new Set<string | null>(
    check === null
      ? runReliability(document).unreliable
        ? ['unreliable']
        : []
      : [check.status, ...check.benchmarks.map(({ verdict }) => verdict)],
  )
  return failOn.filter((verdict) => said.has(verdict))
}

/** The results that `failOn` requests to fail on, and that a run cannot have, because it compares nothing. */
export function withoutVerdict({ design }: RunDocument, failOn: readonly FailOn[]): FailOn[] {
  return design.looks.length > 0 ? [] : failOn.filter((verdict) => verdict !== 'unreliable')
}

/**
 * The exit code for a document: 130 if the run was interrupted; 1 if one benchmark or more failed, if no workload of the
 * project or no benchmark of an engine could be measured, or for a result that `failOn` lists; 3 if the environment
 * supports none of the benchmarks.
 */
export function decideExitCode(document: RunDocument, failOn: readonly FailOn[]): number {
  if (wasInterrupted(document)) return 130
  if (findFailure(document) !== null) return 1
  const unmeasured = findUnmeasured(document)
  if (nothingComparable(document) || unmeasured?.isTotal) return 3
  return unmeasured || failures(document, failOn).length > 0 ? 1 : 0
}

/** Whether a run ended early. An end because the time budget was used up does not count as early. */
export function wasInterrupted({ status, notes }: RunDocument): boolean {
  return status === 'partial' && !notes.some(({ code }) => code === 'budget')
}

/** Whether a check could not compare any benchmark, because the environment does not support the benchmarks. */
export function nothingComparable(document: RunDocument): boolean {
  const check = judgeRun(document)
  return (
    check !== null && check.benchmarks.length > 0 && check.benchmarks.every(({ absence }) => absence === 'unsupported')
  )
}
