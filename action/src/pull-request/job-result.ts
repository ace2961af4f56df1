import { describeCounts, type RunDocument, runReliability } from '@plimsoll/schema'
import { type CheckReport, checkReport } from '../report/check.ts'
import { failureOf } from '../report/failure.ts'
import { checkHeadline, type Headline, rowsOf, verdictsHeadline } from '../report/headline.ts'
import { MAX_LENGTH, markdownLine, plainLine } from './escape-untrusted.ts'
import type { RunOfJob } from './run-of-job.ts'
import { uncomparedReason } from './uncompared.ts'

/**
 * A job with the results computed from its document. `report` is null unless the job ran a check, which compares two
 * variants. `failed` is a run that failed without any result. `unreliable` is a check without verdicts, or a run without
 * variants that may show no ratios.
 */
export interface JobResult {
  kind: 'check' | 'failed' | 'unreliable' | 'plain' | 'other looks' | Exclude<RunOfJob['status'], 'measured'>
  job: RunOfJob
  report: CheckReport | null
}

/** The result of one job. */
export function resultOf(job: RunOfJob): JobResult {
  if (job.status !== 'measured') return { kind: job.status, job, report: null }
  const { document } = job.run
  const report = checkReport(document)
  if (report === null && document.design.looks.length > 0) return { kind: 'other looks', job, report }
  if (failureOf(document)?.isTotal) return { kind: 'failed', job, report }
  if (report !== null) return { kind: report.status === 'unreliable' ? 'unreliable' : 'check', job, report }
  return { kind: runReliability(document).unreliable ? 'unreliable' : 'plain', job, report }
}

/** The headline of one job, as plain text. */
export function headlineOf({ kind, job, report }: JobResult): Headline {
  if (report !== null && kind !== 'failed') return checkHeadline(report, namedRows(report, null))
  const reason = job.status === 'measured' ? reasonOf(kind, job.run.document) : null
  const { title, more } = reason ?? { title: ALONE[kind], more: null }
  return { mark: MARKS[kind], title: `${title}${isPartial(job) ? '; the run ended early' : ''}`, more }
}

/** Why a run has no results to report. Null if its kind says all. */
function reasonOf(kind: JobResult['kind'], document: RunDocument): { title: string; more: string | null } | null {
  if (kind === 'plain') return uncomparedReason(document)
  const failure = kind === 'failed' ? failureOf(document) : null
  return failure && { title: failure.title, more: null }
}

/** The headline of all jobs: the verdicts of all checks together, and the number of jobs without verdicts. */
export function headlineOfAll(results: readonly JobResult[]): Headline {
  if (results.length === 0) return { mark: MARKS.missing, title: ALONE.missing, more: null }
  if (results.length === 1) return headlineOf(results[0] as JobResult)
  const rows = results.flatMap(({ kind, job, report }) =>
    kind === 'check' && report !== null ? namedRows(report, job.name) : [],
  )
  const sum = rows.length > 0 ? verdictsHeadline(rows) : null
  const kinds = Object.entries(AMONG).map(
    ([kind, words]) => [results.filter((result) => result.kind === kind).length, words] as const,
  )
  const others = [...kinds, [results.filter(({ job }) => isPartial(job)).length, 'ended early'] as const]
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
  const runs = others.length === 0 ? [] : [`of ${results.length} runs: ${others.join(', ')}`]
  const marks = [sum?.mark, ...results.map((result) => headlineOf(result).mark)]
  return {
    mark: URGENT.find((mark) => marks.includes(mark)) ?? '⚪',
    title: [...(sum === null ? [] : [sum.title]), ...runs].join('; '),
    more: sum?.more ?? null,
  }
}

/** A headline in Markdown, as a heading and the line below it. */
export function headlineMarkdown({ mark, title, more }: Headline, level: '###' | '####', name: string): string {
  const [heading, below] = [`${name}: ${title}`, more].map((text) => text && markdownLine(text, MAX_LENGTH.paragraph))
  return [`${level} ${mark} ${heading}`, ...(below ? [below] : [])].join('\n\n')
}

/** The rows of a check, with names of limited length. In a comment about several jobs, a name names its job. */
function namedRows(report: CheckReport, job: string | null) {
  const place = job === null ? '' : ` (${plainLine(job, MAX_LENGTH.name)})`
  return rowsOf(report).map((row) => ({ ...row, name: `${plainLine(row.name, MAX_LENGTH.name)}${place}` }))
}

/**
 * The counts of all jobs, in letters and digits only. A later job copies them from the comment, and they cannot be
 * markup.
 */
export function countsText(results: readonly JobResult[]): string {
  const checks = results.filter(({ kind }) => kind === 'check').map(({ report }) => report as CheckReport)
  if (checks.length > 0)
    return describeCounts({ status: 'reliable', benchmarks: checks.flatMap(({ benchmarks }) => benchmarks) })
  const [first] = results
  if (first === undefined) return ALONE.missing
  return first.report === null ? ALONE[first.kind] : describeCounts(first.report)
}

const ALONE: Record<JobResult['kind'], string> = {
  check: '',
  failed: 'failed',
  unreliable: 'unreliable: no ratios',
  plain: 'no base to compare with',
  'other looks': 'no verdict',
  unsupported: 'unsupported: nothing was measured',
  changed: 'changed after measuring',
  unreported: 'nothing was reported',
  missing: 'nothing was measured',
}

const AMONG: Record<Exclude<JobResult['kind'], 'check'>, string> = {
  failed: 'failed',
  unreliable: 'unreliable',
  plain: 'without a base',
  'other looks': 'without a verdict',
  unsupported: 'unsupported',
  changed: 'changed after measuring',
  unreported: 'not reported',
  missing: 'without a document',
}

const MARKS: Record<JobResult['kind'], Headline['mark']> = {
  check: '✅',
  failed: '⚠',
  unreliable: '⚠',
  plain: '⚪',
  'other looks': '⚪',
  unsupported: '⚪',
  changed: '⚠',
  unreported: '⚠',
  missing: '⚠',
}

/** The marks of a headline, the most urgent first. */
const URGENT: readonly Headline['mark'][] = ['🔴', '⚠', '⚪', '✅']

function isPartial(job: RunOfJob): boolean {
  return job.status === 'measured' && job.run.document.status === 'partial'
}

/** The sort key of a job's result. It is 0 for results that a maintainer should see first. */
export function urgencyOf({ kind, report }: JobResult): number {
  const has = (verdict: string) => report?.benchmarks.some((row) => row.verdict === verdict)
  if (has('slower')) return 0
  if (['failed', 'unreliable', 'changed', 'unreported', 'missing', 'other looks'].includes(kind)) return 1
  if (has('inconclusive') || report?.benchmarks.some(({ absence }) => absence !== null)) return 2
  return kind === 'unsupported' ? 4 : 3
}
