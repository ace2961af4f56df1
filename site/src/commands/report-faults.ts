import { printError } from '@plimsoll/schema/node'
import type { DocumentFault } from '../store/read-for-index.ts'

/**
 * Formats the errors in a document, one per line.
 * @param errors with JSON pointers; an empty one is the whole document
 */
export function listErrors(errors: readonly { pointer: string; message: string }[]): string {
  return errors.map(({ pointer, message }) => `  ${pointer || '(document)'}: ${message}`).join('\n')
}

/** Reports on stderr the invalid files among the documents of a registry. */
export function reportFaults(faults: DocumentFault[]): void {
  for (const [file, errors] of Map.groupBy(faults, ({ file }) => file)) {
    printError(`${file} was skipped:\n${listErrors(errors)}`)
  }
}
