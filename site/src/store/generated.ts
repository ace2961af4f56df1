import type { RunDocument } from '@plimsoll/schema'

/** Whether a note of a document says that its figures were generated, for example to test a registry. */
export function isGenerated({ notes }: Pick<RunDocument, 'notes'>): boolean {
  return notes.some(({ code }) => code === 'generated')
}
