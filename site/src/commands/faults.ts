import type { DocumentFault } from '../store/read-for-index.ts'

/** What is wrong with a document, one line a place. @param errors with JSON pointers; empty: the whole document */
export function listErrors(errors: readonly { pointer: string; message: string }[]): string {
  return errors.map(({ pointer, message }) => `  ${pointer || '(document)'}: ${message}`).join('\n')
}

/** Says on stderr which files among the documents of a registry are none, and are left out. */
export function reportFaults(faults: DocumentFault[]): void {
  for (const [file, errors] of Map.groupBy(faults, ({ file }) => file)) {
    console.error(`${file} is left out:\n${listErrors(errors)}`)
  }
}
