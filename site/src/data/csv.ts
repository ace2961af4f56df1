export type CsvValue = string | number | boolean | null | undefined

/** A line of CSV as RFC 4180 has it, its end included. Nothing is an empty field. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function csvField(value: CsvValue): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
