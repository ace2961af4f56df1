import { describeCounts, runReliability } from '@plimsoll/schema'
import { type CheckReport, checkReport } from '../report/check.ts'
import type { RunOfJob } from './run-of-job.ts'

/**
 * A job with the results computed from its document. `report` is null unless the job ran a check, which compares two
 * variants. `unreliable` is a check without verdicts, or a run without variants that may show no ratios.
 */
export interface JobResult {
  kind: 'check' | 'unreliable' | 'plain' | 'other looks' | 'unsupported' | 'changed' | 'missing'
  job: RunOfJob
  report: CheckReport | null
}

/** The result of one job. */
export function resultOf(job: RunOfJob): JobResult {
  if (job.status !== 'measured') return { kind: job.status, job, report: null }
  const { document } = job.run
  const report = checkReport(document)
  if (report !== null) return { kind: report.status === 'unreliable' ? 'unreliable' : 'check', job, report }
  if (document.design.looks.length > 0) return { kind: 'other looks', job, report }
  return { kind: runReliability(document).unreliable ? 'unreliable' : 'plain', job, report }
}

/** The result of one job, in words. */
export function describeResult({ kind, job, report }: JobResult): string {
  const ended = isPartial(job) ? ' · partial' : ''
  return `${report === null ? ALONE[kind] : describeCounts(report)}${ended}`
}

/** The result of all jobs, in words: the sum of the jobs' counts, and the number of jobs without counts. */
export function describeResults(results: readonly JobResult[]): string {
  if (results.length === 0) return ALONE.missing
  if (results.length === 1) return describeResult(results[0] as JobResult)
  const checks = results.filter(({ kind }) => kind === 'check').map(({ report }) => report as CheckReport)
  const sum =
    checks.length > 0 &&
    describeCounts({ status: 'reliable', benchmarks: checks.flatMap(({ benchmarks }) => benchmarks) })
  const kinds = Object.entries(AMONG).map(
    ([kind, words]) => [results.filter((result) => result.kind === kind).length, words] as const,
  )
  const others = [...kinds, [results.filter(({ job }) => isPartial(job)).length, 'partial'] as const]
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
  const runs = others.length === 0 ? [] : [`of ${results.length} runs: ${others.join(', ')}`]
  return [...(sum ? [sum] : []), ...runs].join(' · ')
}

const ALONE: Record<JobResult['kind'], string> = {
  check: '',
  unreliable: 'unreliable: no ratios',
  plain: 'no base to compare with',
  'other looks': 'no verdict',
  unsupported: 'unsupported: nothing was measured',
  changed: 'changed after measuring',
  missing: 'nothing was measured',
}

const AMONG: Record<Exclude<JobResult['kind'], 'check'>, string> = {
  unreliable: 'unreliable',
  plain: 'without a base',
  'other looks': 'without a verdict',
  unsupported: 'unsupported',
  changed: 'changed after measuring',
  missing: 'without a document',
}

function isPartial(job: RunOfJob): boolean {
  return job.status === 'measured' && job.run.document.status === 'partial'
}

/** The sort key of a job's result. It is 0 for results that a maintainer should see first. */
export function urgencyOf({ kind, report }: JobResult): number {
  const has = (verdict: string) => report?.benchmarks.some((row) => row.verdict === verdict)
  if (has('slower')) return 0
  if (['unreliable', 'changed', 'missing', 'other looks'].includes(kind)) return 1
  if (has('inconclusive') || report?.benchmarks.some(({ absence }) => absence !== null)) return 2
  return kind === 'unsupported' ? 4 : 3
}
