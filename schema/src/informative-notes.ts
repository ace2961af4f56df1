import type { Note } from './run.v1.generated.ts'

/** The notes that say what a run measured. All others reduce the trust in its results. */
const INFORMATIVE = ['not-applicable', 'smaller-suite', 'imported-command']

/** Separates the notes that a reader should know before the figures from those that only say what was measured. */
export function splitNotes(notes: readonly Note[]): { warnings: Note[]; information: Note[] } {
  const [information = [], warnings = []] = [true, false].map((isInformative) =>
    notes.filter(({ code }) => INFORMATIVE.includes(code) === isInformative),
  )
  return { warnings, information }
}
