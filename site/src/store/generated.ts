import type { RunDocument } from '@plimsoll/schema'

/** The text that marks what rests on a run whose figures a program made up. */
export const GENERATED = 'generated, not measured'

/** Whether a note of a document says that its figures were generated, for example to test a registry. */
export function isGenerated({ notes }: Pick<RunDocument, 'notes'>): boolean {
  return notes.some(({ code }) => code === 'generated')
}
