import type { RunDocument } from '@plimsoll/schema'
import { signerOf } from '../store/signer.ts'
import { type Mark, markOf, type Statement, tierOf } from '../store/statements.ts'
import type { Tier } from '../store/tiers.ts'

/** What a reader of an edition must know of one of its runs: most of it was said after the edition was frozen. */
export interface Standing {
  /** The id of the run. */
  run: string
  tier: Tier
  /** Whether it is of a suite as it was frozen, or as a source published it. */
  division: RunDocument['division']
  mark: Mark | null
  /** The repository that handed it in, where a token proves that. */
  submitter: string | null
}

/** How a run stands. @param statements all that was said of it */
export function standingOf(run: string, document: RunDocument, statements: Statement[]): Standing {
  return {
    run,
    tier: tierOf(document, statements),
    division: document.division,
    mark: markOf(statements),
    submitter: signerOf(statements),
  }
}

/** How many runs have each tier, in the words of the registry: `self-reported`, `1 transcribed, 2 self-reported`. */
export function describeTiers(tiers: Tier[]): string {
  const counts = [...Map.groupBy(tiers, (tier) => tier)].map(([tier, { length }]) => ({ tier, length }))
  return counts.map(({ tier, length }) => (counts.length === 1 ? tier : `${length} ${tier}`)).join(', ')
}
