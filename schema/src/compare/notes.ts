import type { RunDocument } from '../run.v1.generated.ts'

/**
 * Returns the notes of two documents, each text once with the names of its documents. The notes that only one document
 * has come first, because they tell the runs apart.
 */
export function comparedNotes(a: Pick<RunDocument, 'notes'>, b: Pick<RunDocument, 'notes'>): string[] {
  const textsOf = ({ notes }: Pick<RunDocument, 'notes'>) => [...new Set(notes.map(({ text }) => text))]
  const [ofA, ofB] = [textsOf(a), textsOf(b)]
  return [
    ...ofA.filter((text) => !ofB.includes(text)).map((text) => `A: ${text}`),
    ...ofB.filter((text) => !ofA.includes(text)).map((text) => `B: ${text}`),
    ...ofA.filter((text) => ofB.includes(text)).map((text) => `A and B: ${text}`),
  ]
}
