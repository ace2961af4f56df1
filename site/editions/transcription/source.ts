import path from 'node:path'
import { readRecords as readFile } from '../../src/editions/records.ts'

const DIRECTORY = path.join(import.meta.dirname, '..', 'sources')

/** The records of one of the sources' CSV files, by column name. @param file its path below `sources/` */
export function readRecords(file: string): Record<string, string>[] {
  return readFile(path.join(DIRECTORY, file))
}

/** Seconds as the source writes them (milliseconds at the finest, some with a floating-point tail), in whole ns. */
export function nanoseconds(seconds: string | undefined): number {
  const milliseconds = Math.round(Number(seconds) * 1000)
  if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0)
    throw new Error(`"${seconds}" is not a time in seconds.`)
  return milliseconds * 1_000_000
}

/** Milliseconds as the source writes them, with at most three decimals, in whole ns; 0 is what was clamped. */
export function millisecondsToNs(milliseconds: string | undefined): number {
  const microseconds = Math.round(Number(milliseconds) * 1000)
  if (milliseconds === undefined || milliseconds === '' || !Number.isSafeInteger(microseconds) || microseconds < 0)
    throw new Error(`"${milliseconds}" is not a time in milliseconds.`)
  return microseconds * 1000
}
