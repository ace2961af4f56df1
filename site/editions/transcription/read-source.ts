import path from 'node:path'
import { readCsv } from '../../src/editions/read-csv.ts'

const DIRECTORY = path.join(import.meta.dirname, '..', 'sources')

/** Returns the records of a CSV file of the sources, by column name. @param file its path below `sources/` */
export function readRecords(file: string): Record<string, string>[] {
  return readCsv(path.join(DIRECTORY, file))
}

/**
 * Converts the source's seconds to whole ns. The seconds have at most millisecond precision. Some have more digits,
 * which are floating-point errors.
 */
export function nanoseconds(seconds: string | undefined): number {
  const milliseconds = Math.round(Number(seconds) * 1000)
  if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0)
    throw new Error(`"${seconds}" is not a time in seconds.`)
  return milliseconds * 1_000_000
}

/**
 * Converts the source's milliseconds, with at most three decimals, to whole ns. In the source, 0 is a clamped value.
 */
export function millisecondsToNs(milliseconds: string | undefined): number {
  const microseconds = Math.round(Number(milliseconds) * 1000)
  if (milliseconds === undefined || milliseconds === '' || !Number.isSafeInteger(microseconds) || microseconds < 0)
    throw new Error(`"${milliseconds}" is not a time in milliseconds.`)
  return microseconds * 1000
}
