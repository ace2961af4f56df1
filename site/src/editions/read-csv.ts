import { readFileSync } from 'node:fs'

/** Returns the records of a CSV file, by column name. The file must have no quotes, and no comma in a value. */
export function readCsv(file: string): Record<string, string>[] {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const [header, ...records] = lines.filter((line) => line !== '').map((line) => line.split(','))
  if (header === undefined) throw new Error(`${file} is empty.`)
  return records.map((values) => Object.fromEntries(header.map((name, column) => [name, values[column] ?? ''])))
}
