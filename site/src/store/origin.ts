import type { RunDocument } from '@plimsoll/schema'

/** The provenance levels that a signature can prove, best first. Every page shows the levels in these words. */
export const PROVEN_LEVELS = ['measured by Plimsoll', 'signed by repository', 'reported for a fork'] as const

/** The provenance levels of runs that are not signed. */
export const SUBMITTED_LEVELS = ['self-reported', 'transcribed'] as const

export const PROVENANCE_LEVELS = [...PROVEN_LEVELS, ...SUBMITTED_LEVELS] as const

export type ProvenLevel = (typeof PROVEN_LEVELS)[number]
export type SubmittedLevel = (typeof SUBMITTED_LEVELS)[number]

/** A provenance level: who submitted a run, and how that was proven. */
export type ProvenanceLevel = (typeof PROVENANCE_LEVELS)[number]

/** The text that marks what rests on a run whose figures a program made up. */
export const GENERATED = 'generated, not measured'

/** Whether a note of a document says that its figures were generated, for example to test a registry. */
export function isGenerated({ notes }: Pick<RunDocument, 'notes'>): boolean {
  return notes.some(({ code }) => code === 'generated')
}
