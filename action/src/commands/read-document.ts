import { InvalidDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { readFile } from './validate.ts'

/** The run document in a file; throws a Problem where there is none, or none that is valid. */
export function readDocument(file: string): ReturnType<typeof readRun> {
  try {
    return readRun(readFile(file))
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Problem(2, `${file} is not a valid run document: see \`plimsoll validate ${file}\`.`)
  }
}
