export type CsvValue = string | number | boolean | null | undefined

/** Returns a line of CSV (RFC 4180), with its line end. A missing value is an empty field. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

/**
 * Formats a field of CSV. A text that a spreadsheet would take for a formula gets a leading apostrophe (OWASP, CSV
 * injection).
 */
function csvField(value: CsvValue): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
