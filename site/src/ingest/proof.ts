import type { RunDocument } from '@plimsoll/schema'
import type { Registry } from '../store/registry.ts'
import {
  addFirstStatement,
  addStatement,
  readStatements,
  type SignedStatement,
  type Statement,
  tierOf,
} from '../store/statements.ts'
import { type Provenance, type ReleasedWorkflow, tierOfProof } from './provenance.ts'
import { claimsOfArchived, type VerifiedToken } from './token.ts'

/** What is archived beside a document. */
export interface Proof {
  released: ReleasedWorkflow
  provenance: Provenance
  verified: VerifiedToken
  /** ms since 1970 */
  now: number
}

/** How well it is known who measured a document, and by whose signature. */
export interface Known {
  tier: string
  /** the repository that signed; null where none did */
  signedBy: string | null
}

/**
 * Archives who handed a document in, durably, and returns what is known of that now. The first proof stays. Where something
 * was said of the document before, as of one that was imported by hand, only the repository it names can add its proof:
 * nobody signs what others handed in.
 */
export function addProof(registry: Registry, id: string, document: RunDocument, proof: Proof): Known {
  const { provenance, verified, released, now } = proof
  const { kid = '', n = '', e = '' } = verified.key
  const tier = tierOfProof(document, provenance, released)
  const at = new Date(now).toISOString()
  const statement: SignedStatement = { kind: 'signed', tier, token: verified.token, kid, n, e, at }
  const before = readStatements(registry, id)
  if (before.length === 0) addFirstStatement(registry, id, statement)
  else if (!before.some(({ kind }) => kind === 'signed') && document.source?.repository === provenance.repository) {
    addStatement(registry, id, statement)
  }
  const said = readStatements(registry, id)
  return { tier: tierOf(document, said), signedBy: signerOf(said) }
}

/** The repository whose workflow signed a run, as its token claims; null where nobody did, or a statement was written by hand. */
export function signerOf(statements: Statement[]): string | null {
  const signed = statements.find((statement) => statement.kind === 'signed')
  if (signed === undefined) return null
  try {
    const { repository } = claimsOfArchived(signed.token)
    return typeof repository === 'string' ? repository : null
  } catch {
    return null
  }
}
