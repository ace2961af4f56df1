import { printError } from '@plimsoll/schema/node'
import type { DocumentFault } from '../store/read-for-index.ts'

/**
 * Formats the errors in a document, one per line.
 * @param errors with JSON pointers; an empty one is the whole document
 */
export function listErrors(errors: readonly { pointer: string; message: string }[]): string {
  return errors.map(({ pointer, message }) => `  ${pointer || '(document)'}: ${message}`).join('\n')
}

/** Says that the keys of the public Sigstore instance could not be fetched. */
export function describeOldRoot(failure: string): string {
  return `The keys of the public Sigstore instance could not be fetched (${failure}). Those of the last time, or of this release, are used.`
}

/** Reports on stderr the invalid files among the documents of a registry. */
export function reportFaults(faults: DocumentFault[]): void {
  for (const [file, errors] of Map.groupBy(faults, ({ file }) => file)) {
    printError(
      `${file} ${errors.every(({ isSkipped = true }) => isSkipped) ? 'was skipped' : 'proves nothing'}:\n${listErrors(errors)}`,
    )
  }
}
