import type { RunDocument } from '@plimsoll/schema'
import type { ProvenanceLevel } from '../store/provenance-levels.ts'
import { signerOf } from '../store/signer.ts'
import { provenanceLevelOf, type RunState, type Statement, stateOf } from '../store/statements.ts'

/** The provenance and the state of a run of an edition. They may change after the edition was frozen. */
export interface RunProvenance {
  /** The id of the run. */
  run: string
  provenanceLevel: ProvenanceLevel
  /**
   * The division of the run. `standard`: its suite is unmodified, or its figures are as their source published them.
   */
  division: RunDocument['division']
  state: RunState | null
  /** The repository that submitted the run, as proven by a token; null without proof. */
  submitter: string | null
}

/** Returns the provenance and the state of a run. @param statements all statements about the run */
export function runProvenanceOf(run: string, document: RunDocument, statements: Statement[]): RunProvenance {
  return {
    run,
    provenanceLevel: provenanceLevelOf(document, statements),
    division: document.division,
    state: stateOf(statements),
    submitter: signerOf(statements),
  }
}

/**
 * Describes how many runs have each provenance level, for example `self-reported` or `1 transcribed, 2 self-reported`.
 */
export function describeLevels(provenanceLevels: ProvenanceLevel[]): string {
  const counts = [...Map.groupBy(provenanceLevels, (provenanceLevel) => provenanceLevel)].map(
    ([provenanceLevel, { length }]) => ({ provenanceLevel, length }),
  )
  return counts
    .map(({ provenanceLevel, length }) => (counts.length === 1 ? provenanceLevel : `${length} ${provenanceLevel}`))
    .join(', ')
}
