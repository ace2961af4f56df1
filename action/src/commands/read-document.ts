import { InvalidDocument, readRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { readFile } from './validate.ts'

/**
 * Read the run document in a file.
 * @throws Problem if the file cannot be read, or does not contain a valid run document
 */
export function readDocument(file: string): ReturnType<typeof readRun> {
  try {
    return readRun(readFile(file))
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    throw new Problem(2, `${file} is not a valid run document. See \`plimsoll validate ${file}\`.`)
  }
}
