import type { RunDocument } from '@plimsoll/schema'
import type { ReplicationOfRun } from '../store/replications.ts'
import type { Statement } from '../store/statements.ts'
import type { LogProof } from '../transparency/proof.ts'
import type { Analysis } from './analysis.ts'

/** A stored run, with the analysis of its document. */
export interface StoredRun {
  document: RunDocument
  /** Computed when it is read for the first time, which may take seconds for a large run. */
  analysis: Analysis
  statements: Statement[]
  /** The runs that repeat this one. */
  replications: ReplicationOfRun[]
  /** The proof that the document is in the transparency log; null if it is not. */
  logProof: LogProof | null
}
