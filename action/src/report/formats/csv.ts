import type { Report, Row } from '../report.ts'

/** The records of a report as RFC 4180 CSV. */
export function render(report: Report): string {
  const { columns, rows } = report.records()
  return [columns.join(','), ...rows.map((row) => columns.map((column) => field(row[column])).join(','))].join('\n')
}

/** A field of a line as RFC 4180 requires, made safe for spreadsheets. */
function field(value: Row[string]): string {
  // Spreadsheets would run a text that begins with =, +, - or @ as a formula; some also take the wide forms of the signs.
  const text = typeof value === 'string' && /^[=+\-@\t＝＋－＠]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
