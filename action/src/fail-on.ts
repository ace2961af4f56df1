import { judgeRun, type RunDocument, runReliability } from '@plimsoll/schema'

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

/** The exit code for a document. */
export function exitCodeOf(document: RunDocument, failOn: readonly FailOn[]): number {
  if (wasInterrupted(document)) return 130
  if (nothingComparable(document)) return 3
  return failures(document, failOn).length > 0 || document.benchmarks.some(({ status }) => status === 'failed') ? 1 : 0
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
