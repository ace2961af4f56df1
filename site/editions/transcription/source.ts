import { readFileSync } from 'node:fs'
import path from 'node:path'

const DIRECTORY = path.join(import.meta.dirname, '..', 'sources', 'docker-for-mac-bench')

/** The records of one of the source's CSV files, by column name. The files quote nothing and hold no comma. */
export function readRecords(file: string): Record<string, string>[] {
  const lines = readFileSync(path.join(DIRECTORY, file), 'utf8').split(/\r?\n/)
  const [header, ...records] = lines.filter((line) => line !== '').map((line) => line.split(','))
  if (header === undefined) throw new Error(`${file} is empty.`)
  return records.map((values) => Object.fromEntries(header.map((name, column) => [name, values[column] ?? ''])))
}

/** Seconds as the source writes them (milliseconds at the finest, some with a floating-point tail), in whole ns. */
export function nanoseconds(seconds: string | undefined): number {
  const milliseconds = Math.round(Number(seconds) * 1000)
  if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0)
    throw new Error(`"${seconds}" is not a time in seconds.`)
  return milliseconds * 1_000_000
}
