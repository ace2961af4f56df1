import { type CsvValue, csvField } from '@plimsoll/schema/browser'

/** Returns a line of CSV (RFC 4180), with its line end. A missing value is an empty field. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${csvFields(values)}\r\n`
}

/** Returns fields of CSV, separated by commas: a part of a line. */
export function csvFields(values: readonly CsvValue[]): string {
  return values.map(csvField).join(',')
}
