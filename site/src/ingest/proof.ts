import type { RunDocument } from '@plimsoll/schema'
import type { Registry } from '../store/registry.ts'
import { addFirstStatement, addStatement, readStatements, type SignedStatement, tierOf } from '../store/statements.ts'
import type { Provenance, ProvenTier } from './provenance.ts'
import type { VerifiedToken } from './token.ts'

/** What is archived beside a document. */
export interface Proof {
  tier: ProvenTier
  provenance: Provenance
  verified: VerifiedToken
  /** ms since 1970 */
  now: number
}

/**
 * Archives who handed a document in, durably, and returns the tier it has now. The first proof stays. Where something
 * was said of the document before, as of one that was imported by hand, only the repository it names can add its proof:
 * nobody signs what others handed in.
 */
export function addProof(registry: Registry, id: string, document: RunDocument, proof: Proof): string {
  const { provenance, verified, tier, now } = proof
  const { kid = '', n = '', e = '' } = verified.key
  const at = new Date(now).toISOString()
  const statement: SignedStatement = { kind: 'signed', tier, token: verified.token, kid, n, e, at }
  const before = readStatements(registry, id)
  if (before.length === 0) addFirstStatement(registry, id, statement)
  else if (!before.some(({ kind }) => kind === 'signed') && document.source?.repository === provenance.repository) {
    addStatement(registry, id, statement)
  }
  return tierOf(document, readStatements(registry, id))
}
