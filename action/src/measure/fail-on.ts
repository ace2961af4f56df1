import { judgeRun, type RunDocument } from '@plimsoll/schema'

/** What a check may say that a user can ask to fail on. */
export const FAIL_ON = ['slower', 'inconclusive', 'unreliable'] as const
export type FailOn = (typeof FAIL_ON)[number]

/** What a check says of what was asked to fail on; nothing for a plain run. */
export function failures(document: RunDocument, failOn: readonly FailOn[]): FailOn[] {
  const check = judgeRun(document)
  const said = new Set<string | null>(check ? [check.status, ...check.benchmarks.map(({ verdict }) => verdict)] : [])
  return failOn.filter((verdict) => said.has(verdict))
}

/** Whether a run ended before what it was asked to do was done; one that its budget ended did what it was asked to. */
export function wasInterrupted({ status, notes }: RunDocument): boolean {
  return status === 'partial' && !notes.some(({ code }) => code === 'budget')
}

/** Whether a check could compare no benchmark at all, because the environment cannot do them. */
export function nothingComparable(document: RunDocument): boolean {
  const check = judgeRun(document)
  return (
    check !== null && check.benchmarks.length > 0 && check.benchmarks.every(({ absence }) => absence === 'unsupported')
  )
}
