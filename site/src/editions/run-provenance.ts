import type { RunDocument } from '@plimsoll/schema'
import { hasSuite } from '../page-parts/titles.ts'
import { provenanceLevelOf } from '../provenance/levels.ts'
import type { Signature } from '../provenance/signature.ts'
import { GENERATED, isGenerated, type ProvenanceLevel } from '../store/origin.ts'
import { findRunState, type RunState, type Statement } from '../store/statements.ts'

/** The provenance and the state of a run of an edition. They may change after the edition was frozen. */
export interface RunProvenance {
  /** The id of the run. */
  run: string
  provenanceLevel: ProvenanceLevel
  /**
   * The division of the run. `standard`: its suite is unmodified, or its figures are as their source published them.
   */
  division: RunDocument['division']
  /** Whether the run is of a suite, and not of workloads that its author named. */
  isOfSuite: boolean
  state: RunState | null
  /** Whether a program made up the figures of the run. */
  generated: boolean
  /** The repository that submitted the run, as its signature proves; null without one. */
  submitter: string | null
}

/**
 * Returns the provenance and the state of a run.
 * @param statements all statements about the run
 * @param signature what its bundle proves; null without a valid one
 */
export function makeRunProvenance(
  run: string,
  document: RunDocument,
  { statements, signature }: { statements: Statement[]; signature: Signature | null },
): RunProvenance {
  return {
    run,
    provenanceLevel: provenanceLevelOf(document, signature),
    division: document.division,
    isOfSuite: hasSuite(document),
    state: findRunState(statements),
    generated: isGenerated(document),
    submitter: signature?.provenance.repository ?? null,
  }
}

/**
 * Describes how many runs have each provenance level, for example `self-reported` or `1 transcribed, 2 self-reported`. A
 * generated run counts as such, because its level says nothing about figures that a program made up.
 */
export function describeLevels(runs: readonly Pick<RunProvenance, 'provenanceLevel' | 'generated'>[]): string {
  const levels = Map.groupBy(runs, ({ provenanceLevel, generated }) => (generated ? GENERATED : provenanceLevel))
  return [...levels].map(([level, { length }]) => (levels.size === 1 ? level : `${length} ${level}`)).join(', ')
}
