import { describeCounts, type RunDocument, runReliability } from '@plimsoll/schema'
import { type FailOn, failures } from '../fail-on.ts'
import { type CheckReport, checkReport } from '../report/check.ts'
import { findFailure } from '../report/failure.ts'
import { BROKEN, checkHeadline, type Headline, nameRows, verdictsHeadline } from '../report/headline.ts'
import { MAX_LENGTH, markdownLine, plainLine } from './escape-untrusted.ts'
import type { RunOfJob } from './run-of-job.ts'
import { uncomparedReason } from './uncompared.ts'

/** A job with the results computed from its document. */
export interface JobResult extends Outcome {
  job: RunOfJob
  /** The headline of the job, as plain text. */
  headline: Headline
  /** The sort key of the result. It is 0 for results that a maintainer should see first. */
  urgency: number
}

/**
 * `failed` is a run that failed without any result. `unreliable` is a check without verdicts, or a run without variants
 * that may show no ratios.
 */
interface Outcome {
  kind: 'check' | 'failed' | 'unreliable' | 'plain' | 'no verdict' | Exclude<RunOfJob['status'], 'measured'>
  /** Null unless the job ran a check, which compares two variants. */
  report: CheckReport | null
  /** Why a run has no results to report. Null if its kind says all. */
  reason: { title: string; more: string | null } | null
}

/** The result of one job. */
export function makeJobResult(job: RunOfJob): JobResult {
  const outcome =
    job.status === 'measured' ? outcomeOf(job.run.document) : { kind: job.status, report: null, reason: null }
  return { job, ...outcome, headline: headlineOf(job, outcome), urgency: urgencyOf(outcome) }
}

function outcomeOf(document: RunDocument): Outcome {
  const report = checkReport(document)
  if (report === null && document.design.looks.length > 0) return { kind: 'no verdict', report, reason: null }
  const failure = findFailure(document)
  if (failure?.isTotal) return { kind: 'failed', report, reason: { title: failure.title, more: null } }
  if (report !== null) return { kind: report.status === 'unreliable' ? 'unreliable' : 'check', report, reason: null }
  if (runReliability(document).unreliable) return { kind: 'unreliable', report, reason: null }
  const reason = uncomparedReason(document)
  if (failure === null) return { kind: 'plain', report, reason }
  const { title, more } = reason ?? { title: ALONE.plain, more: null }
  return { kind: 'plain', report, reason: { title: `${title}; ${failure.title}`, more } }
}

function headlineOf(job: RunOfJob, { kind, report, reason }: Outcome): Headline {
  if (report !== null && kind !== 'failed') return checkHeadline(report, namedRows(report, null))
  const { title, more } = reason ?? { title: ALONE[kind], more: null }
  return { mark: MARKS[kind], title: `${title}${isPartial(job) ? '; the run ended early' : ''}`, more }
}

function urgencyOf({ kind, report }: Outcome): number {
  const has = (verdict: string) => report?.benchmarks.some((row) => row.verdict === verdict)
  if (has('slower')) return 0
  if (report?.benchmarks.some(({ absence }) => absence === BROKEN)) return 1
  if (['failed', 'unreliable', 'changed', 'unreported', 'missing', 'no verdict'].includes(kind)) return 1
  if (has('inconclusive') || report?.benchmarks.some(({ absence }) => absence !== null)) return 2
  return kind === 'unsupported' || kind === 'unchanged' ? 4 : 3
}

/**
 * The conclusion of a check on GitHub: `failure` only for what fails a step, such as a verdict that `failOn` lists, and
 * `neutral` if it is not certain that nothing is slower.
 */
export function checkConclusion(
  runs: readonly RunOfJob[],
  failOn: readonly FailOn[],
): 'success' | 'neutral' | 'failure' {
  const results = runs.map(makeJobResult)
  const isListed = ({ job }: JobResult) => job.status === 'measured' && failures(job.run.document, failOn).length > 0
  if (results.some((result) => hasFailed(result) || isListed(result))) return 'failure'
  const isGood = ({ kind, report }: JobResult) =>
    kind === 'unchanged' ||
    (kind === 'check' && report?.benchmarks.every(({ verdict }) => verdict === 'not slower' || verdict === 'faster'))
  return results.length > 0 && results.every(isGood) ? 'success' : 'neutral'
}

/** Whether something became slower, faster, broken or could not be reported: what a maintainer wants to see. */
export function isNews(runs: readonly RunOfJob[]): boolean {
  return runs.map(makeJobResult).some((result) => hasFailed(result) || hasChange(result))
}

/** Whether a job failed, as its step does: a benchmark failed, or there is nothing that could be reported. */
function hasFailed({ kind, job }: JobResult): boolean {
  if (['changed', 'unreported', 'missing'].includes(kind)) return true
  return job.status === 'measured' && findFailure(job.run.document) !== null
}

function hasChange({ kind, report }: JobResult): boolean {
  if (kind !== 'check' || report === null) return false
  return report.benchmarks.some(
    ({ verdict, cpu }) => verdict === 'slower' || verdict === 'faster' || cpu?.verdict === 'more',
  )
}

/** The headline of all jobs: the verdicts of all checks together, and the number of jobs without verdicts. */
export function headlineOfAll(results: readonly JobResult[]): Headline {
  const [first, ...others] = results
  if (first === undefined) return { mark: MARKS.missing, title: ALONE.missing, more: null }
  if (others.length === 0 || results.every(({ kind }) => kind === 'unchanged')) return first.headline
  const rows = results.flatMap(({ kind, job, report }) =>
    kind === 'check' && report !== null ? namedRows(report, job.name) : [],
  )
  const sum = rows.length > 0 ? verdictsHeadline(rows) : null
  const kinds = Object.entries(AMONG).map(
    ([kind, words]) => [results.filter((result) => result.kind === kind).length, words] as const,
  )
  const counts = [...kinds, [results.filter(({ job }) => isPartial(job)).length, 'ended early'] as const]
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
  const runs = counts.length === 0 ? [] : [`of ${results.length} runs: ${counts.join(', ')}`]
  const marks = [sum?.mark, ...results.map(({ headline }) => headline.mark)]
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
  return nameRows(report).map((row) => ({ ...row, name: `${plainLine(row.name, MAX_LENGTH.name)}${place}` }))
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
  'no verdict': 'no verdict',
  unsupported: 'unsupported: nothing was measured',
  unchanged: 'nothing that is measured changed',
  removed: 'nothing to compare: all workloads were removed',
  changed: 'changed after measuring',
  unreported: 'nothing was reported',
  missing: 'nothing was measured',
}

const AMONG: Record<Exclude<JobResult['kind'], 'check'>, string> = {
  failed: 'failed',
  unreliable: 'unreliable',
  plain: 'without a base',
  'no verdict': 'without a verdict',
  unsupported: 'unsupported',
  unchanged: 'with nothing changed that is measured',
  removed: 'with all workloads removed',
  changed: 'changed after measuring',
  unreported: 'not reported',
  missing: 'without a document',
}

const MARKS: Record<JobResult['kind'], Headline['mark']> = {
  check: '✅',
  failed: '⚠',
  unreliable: '⚠',
  plain: '⚪',
  'no verdict': '⚪',
  unsupported: '⚪',
  unchanged: '✅',
  removed: '⚪',
  changed: '⚠',
  unreported: '⚠',
  missing: '⚠',
}

/** The marks of a headline, the most urgent first. */
const URGENT: readonly Headline['mark'][] = ['🔴', '⚠', '⚪', '✅']

function isPartial(job: RunOfJob): boolean {
  return job.status === 'measured' && job.run.document.status === 'partial'
}
