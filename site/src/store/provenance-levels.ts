/** What a token can prove of who measured a run, best first. These words are on every page. */
export const PROVEN_LEVELS = ['measured by Plimsoll', 'signed by repository', 'reported for a fork'] as const

/** The provenance levels of runs that nobody signed. */
export const SUBMITTED_LEVELS = ['self-reported', 'transcribed'] as const

export const PROVENANCE_LEVELS = [...PROVEN_LEVELS, ...SUBMITTED_LEVELS] as const

export type ProvenLevel = (typeof PROVEN_LEVELS)[number]
export type SubmittedLevel = (typeof SUBMITTED_LEVELS)[number]

/** How it is known who handed a run in. */
export type ProvenanceLevel = (typeof PROVENANCE_LEVELS)[number]
