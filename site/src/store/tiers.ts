/** What a token can prove of who measured a run, best first. These words are on every page. */
export const PROVEN_TIERS = ['measured by Plimsoll', 'signed by repository', 'reported for a fork'] as const

/** The tiers of runs that nobody signed. */
export const HANDED_IN_TIERS = ['self-reported', 'transcribed'] as const

export const TIERS = [...PROVEN_TIERS, ...HANDED_IN_TIERS] as const

export type ProvenTier = (typeof PROVEN_TIERS)[number]
export type HandedInTier = (typeof HANDED_IN_TIERS)[number]

/** How it is known who handed a run in. */
export type Tier = (typeof TIERS)[number]
