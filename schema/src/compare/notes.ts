import type { RunDocument } from '../run.v1.generated.ts'

/**
 * Returns the notes of two documents, each text once with the names of its documents. That figures are made up comes
 * first, then the notes that only one document has, because they tell the runs apart.
 */
export function comparedNotes(a: Pick<RunDocument, 'notes'>, b: Pick<RunDocument, 'notes'>): string[] {
  const textsOf = ({ notes }: Pick<RunDocument, 'notes'>) => [...new Set(notes.map(({ text }) => text))]
  const madeUp = new Set([...a.notes, ...b.notes].filter(({ code }) => code === 'generated').map(({ text }) => text))
  const [ofA, ofB] = [textsOf(a), textsOf(b)]
  const notes: [who: string, text: string][] = [
    ...ofA.filter((text) => !ofB.includes(text)).map((text): [string, string] => ['A', text]),
    ...ofB.filter((text) => !ofA.includes(text)).map((text): [string, string] => ['B', text]),
    ...ofA.filter((text) => ofB.includes(text)).map((text): [string, string] => ['A and B', text]),
  ]
  const [first, others] = [notes.filter(([, text]) => madeUp.has(text)), notes.filter(([, text]) => !madeUp.has(text))]
  return [...first, ...others].map(([who, text]) => `${who}: ${text}`)
}
