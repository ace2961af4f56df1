import { revealInvisible } from '@plimsoll/schema/browser'

export type CsvValue = string | number | boolean | null | undefined

/** Returns a line of CSV (RFC 4180), with its line end. A missing value is an empty field. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${csvFields(values)}\r\n`
}

/** Returns fields of CSV, separated by commas: a part of a line. */
export function csvFields(values: readonly CsvValue[]): string {
  return values.map(csvField).join(',')
}

/** Matches a text that needs no change. It spares most fields of a large registry the other patterns. */
const PLAIN = /^[A-Za-z0-9][\x20!#-+\--~]*$/

/**
 * Formats a field of CSV. A text that a spreadsheet would take for a formula gets a leading apostrophe (OWASP, CSV
 * injection); some spreadsheets take the wide forms of the signs, too. Invisible characters become U+FFFD, because the
 * file may be shown in a terminal.
 */
function csvField(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '')
  if (PLAIN.test(value)) return value
  const visible = revealInvisible(value)
  const text = /^[=+\-@\t＝＋－＠]/.test(visible) ? `'${visible}` : visible
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
