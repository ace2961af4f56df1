import { InvalidDocument, readRun } from '@plimsoll/schema'
import { findCopy } from '@plimsoll/schema/between-runs'
import { Problem } from '@plimsoll/workloads'
import { nameFile, readFile } from './read-file.ts'

/**
 * Reads the run document in a file.
 * @returns the run, with the bytes of its document
 * @throws Problem if the file cannot be read, or does not contain a valid run document
 */
export function readDocument(file: string): ReturnType<typeof readRun> & { bytes: Uint8Array } {
  const bytes = readFile(file)
  try {
    return { ...readRun(bytes), bytes }
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    const [first = ''] = error.message.split('\n')
    const reason = first.replace(/^\(document\): /, '')
    throw new Problem(2, `${nameFile(file)} is not a valid run document: ${reason}. See \`plimsoll validate ${file}\`.`)
  }
}

/**
 * Rejects a run that has samples of another one: as another measurement it would make intervals too narrow.
 * @throws Problem (2)
 */
export function rejectCopies(runs: readonly (ReturnType<typeof readRun> & { file: string })[]): void {
  const found = findCopy(runs)
  if (found === null) return
  throw new Problem(
    2,
    `${found.copy.file} has samples of ${found.original.file}, so it is no other measurement. Give only one of them.`,
  )
}
