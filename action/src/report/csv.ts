import {
  checkedTo,
  describeNoVerdict,
  describeRatioReason,
  describeUnreliableRun,
  describeWithheld,
  describeWork,
  type RatioStatus,
  type RatioToReference,
  type RunDocument,
  runReliability,
} from '@plimsoll/schema'
import { type CheckRow, checkReport } from './check.ts'
import { dataRows } from './rows.ts'

const HEADER =
  'workload,params,scenario,engine,variant,control,platform,status,metric,unit,n,mean,median,median_low,median_high,minimum,maximum,standard_deviation,ratio,ratio_low,ratio_high,ratio_reference,ratio_status,ratio_rounds,ratio_reason,ratio_checked_to,reason'
const CHECK_HEADER = ',verdict,slowdown,slowdown_low,slowdown_high,slowdown_level,rounds'
const NO_VERDICT_HEADER = ',no_verdict'

/**
 * The report of a run as RFC 4180 CSV, with figures in base units. For a check, the report also has the verdicts, each
 * in the row of head's primary metric. For an unreliable check, every row gives the reason.
 */
export function csvReport(document: RunDocument): string {
  const check = checkReport(document)
  const noVerdict = describeNoVerdict(document.design)
  const verdicts = new Map(check?.benchmarks.map((row) => [JSON.stringify([row.head, row.metric.name]), row]))
  const checkOf = ratioChecks(document)
  const rows = dataRows(document).map(({ benchmark, summary, platform }) => [
    benchmark.workload,
    Object.entries(benchmark.params)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    benchmark.scenario,
    benchmark.engine ?? '',
    benchmark.variant,
    String(summary.control),
    platform,
    benchmark.status,
    summary.metric,
    summary.unit,
    summary.n,
    summary.mean,
    summary.median,
    ...(summary.medianInterval ?? [null, null]),
    summary.minimum,
    summary.maximum,
    summary.standardDeviation,
    summary.ratio?.value ?? null,
    ...(summary.ratio?.interval ?? [null, null]),
    summary.ratio?.reference ?? null,
    summary.ratio?.status ?? null,
    summary.ratio?.rounds ?? null,
    ...(summary.ratio ? checkOf(describeWork(benchmark), summary.ratio) : [null, null]),
    benchmark.reason?.split('\n')[0] ?? null,
    ...(check === null ? [] : verdictFields(verdicts.get(JSON.stringify([summary.benchmark, summary.metric])))),
    ...(noVerdict === null ? [] : [noVerdict]),
  ])
  const header = `${HEADER}${check === null ? '' : CHECK_HEADER}${noVerdict === null ? '' : NO_VERDICT_HEADER}`
  return [header, ...rows.map((row) => row.map(field).join(','))].join('\n')
}

/**
 * Returns a function that says why a ratio of a workload has no digits, and how far the workload's control pairs may be
 * from 1, as a share.
 */
function ratioChecks(
  document: RunDocument,
): (workload: string, ratio: RatioToReference) => [reason: string | null, checkedTo: number | null] {
  const reliability = runReliability(document)
  const withheld = describeWithheld(reliability)
  return (workload, ratio) => {
    const reasons: Partial<Record<RatioStatus, string | null>> = {
      unreliable: describeUnreliableRun(reliability),
      withheld: withheld.get(workload) ?? null,
    }
    return [
      reasons[ratio.status] ?? describeRatioReason(ratio),
      checkedTo(reliability.pairs.filter((pair) => pair.workload === workload)),
    ]
  }
}

function verdictFields(row: CheckRow | undefined): (string | number | null)[] {
  if (row === undefined) return [null, null, null, null, null, null]
  return [row.verdict, row.slowdown, ...(row.interval ?? [null, null]), row.level, row.rounds]
}

/** A field of a CSV line as RFC 4180 requires, made safe for spreadsheets. */
export function field(value: string | number | null): string {
  // Spreadsheets would run a text that begins with =, +, - or @ as a formula.
  const text = typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
