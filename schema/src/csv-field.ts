import { revealInvisible } from './plain-text.ts'

export type CsvValue = string | number | boolean | null | undefined

/** Matches a text that needs no change. It spares most fields of a large registry the other patterns. */
const PLAIN = /^[A-Za-z0-9][\x20!#-+\--~]*$/

/**
 * Matches a text that a spreadsheet may take for a formula. Some spreadsheets also take the wide forms of the signs, and
 * some drop white space before a sign.
 */
const FORMULA = /^(?:\t|\s*[=+\-@＝＋－＠])/

/**
 * Formats a value as a field of CSV (RFC 4180). A missing value is an empty field. A text that a spreadsheet may take for
 * a formula gets a leading apostrophe (OWASP, CSV injection); a number does not, so a negative one stays a number.
 * Invisible characters become U+FFFD, because the file may be shown in a terminal.
 */
export function csvField(value: CsvValue): string {
  if (typeof value !== 'string') return String(value ?? '')
  if (PLAIN.test(value)) return value
  const visible = revealInvisible(value)
  const text = FORMULA.test(visible) ? `'${visible}` : visible
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
