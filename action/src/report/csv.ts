import { describeNoVerdict, type RunDocument } from '@plimsoll/schema'
import { type CheckRow, checkReport } from './check.ts'
import { dataRows } from './rows.ts'

const HEADER =
  'workload,params,scenario,engine,variant,control,platform,status,metric,unit,n,mean,median,median_low,median_high,minimum,maximum,standard_deviation,ratio,ratio_low,ratio_high,ratio_reference,ratio_status,ratio_rounds,reason'
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
    benchmark.reason?.split('\n')[0] ?? null,
    ...(check === null ? [] : verdictFields(verdicts.get(JSON.stringify([summary.benchmark, summary.metric])))),
    ...(noVerdict === null ? [] : [noVerdict]),
  ])
  const header = `${HEADER}${check === null ? '' : CHECK_HEADER}${noVerdict === null ? '' : NO_VERDICT_HEADER}`
  return [header, ...rows.map((row) => row.map(field).join(','))].join('\n')
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
