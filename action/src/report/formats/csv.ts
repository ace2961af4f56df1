import { csvField } from '@plimsoll/schema'
import type { Report } from '../report.ts'

/** The records of a report as RFC 4180 CSV. */
export function render(report: Report): string {
  const { columns, rows } = report.records()
  return [columns.join(','), ...rows.map((row) => columns.map((column) => csvField(row[column])).join(','))].join('\n')
}
