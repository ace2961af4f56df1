import { existsSync } from 'node:fs'
import { idOfHash, type RunDocument } from '@plimsoll/schema'
import { documentFile } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { claimsOfArchived, signerOf } from '../store/signer.ts'
import {
  addFirstStatement,
  addStatement,
  provenanceLevelOf,
  readStatements,
  type SignedStatement,
} from '../store/statements.ts'
import { levelOfProof, type Provenance, type ReleasedWorkflow } from './provenance.ts'
import { nameOfToken, type VerifiedToken } from './token.ts'

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
  provenanceLevel: string
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
  const level = levelOfProof(document, provenance, released)
  const at = new Date(now).toISOString()
  const statement: SignedStatement = { kind: 'signed', level, token: verified.token, kid, n, e, at }
  const before = readStatements(registry, id)
  if (before.length === 0) addFirstStatement(registry, id, statement)
  else if (!before.some(({ kind }) => kind === 'signed') && document.source?.repository === provenance.repository) {
    addStatement(registry, id, statement)
  }
  const said = readStatements(registry, id)
  return { provenanceLevel: provenanceLevelOf(document, said), signedBy: signerOf(said) }
}

/**
 * What a token has handed in before; null where it has not. It lies open beside the document from then on, and is valid
 * for some minutes more: whoever finds it there is to do nothing with it, least of all in the name of the repository.
 * Its document is not read: a large one takes long, and a token that lies open can be handed in as often as one likes.
 * @throws like `readStatements`
 */
export function handedInBefore(registry: Registry, verified: VerifiedToken): (Known & { id: string }) | null {
  const id = idOfHash(verified.hash)
  const statements = readStatements(registry, id)
  const name = nameOfToken(verified)
  const isIt = (said: SignedStatement) => nameOfToken({ claims: claimsOfArchived(said.token) }) === name
  const signed = statements.filter((statement) => statement.kind === 'signed')
  const [first] = signed
  if (first === undefined || !signed.some(isIt) || !existsSync(documentFile(registry, id))) return null
  return { id, provenanceLevel: first.level, signedBy: signerOf(statements) }
}
