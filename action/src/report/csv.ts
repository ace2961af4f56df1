import type { RunDocument } from '@plimsoll/schema'
import { reportTables } from './rows.ts'

const HEADER =
  'workload,params,scenario,engine,platform,status,metric,unit,n,mean,median,median_low,median_high,minimum,maximum,standard_deviation,ratio,ratio_low,ratio_high,ratio_reference,reason'

/** RFC 4180, figures in base units. */
export function csvReport(document: RunDocument): string {
  const rows = reportTables(document).flatMap(({ rows }) =>
    rows.map(({ cell, summary, platform }) => [
      cell.workload,
      Object.entries(cell.params)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      cell.scenario,
      cell.engine ?? '',
      platform,
      cell.status,
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
      cell.reason?.split('\n')[0] ?? null,
    ]),
  )
  return [HEADER, ...rows.map((row) => row.map(field).join(','))].join('\n')
}

function field(value: string | number | null): string {
  // A leading =, +, - or @ would be run as a formula by spreadsheets.
  const text = typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
