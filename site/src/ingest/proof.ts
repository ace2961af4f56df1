import { existsSync } from 'node:fs'
import { idOfHash, type RunDocument } from '@plimsoll/schema'
import { documentFile } from '../store/documents.ts'
import type { ProvenanceLevel } from '../store/origin.ts'
import type { Registry } from '../store/registry.ts'
import { claimsOfArchived, findSigner } from '../store/signer.ts'
import { assertStatement, readStatements, type SignedStatement, type Statement } from '../store/statements.ts'
import { levelOfProof, type Provenance, type ReleasedWorkflow } from './provenance.ts'
import { damageRefusal } from './refusal.ts'
import { tokenKey, type VerifiedToken } from './verify-token.ts'

/** The proof of who submitted a document. It is archived beside the document. */
export interface Proof {
  released: ReleasedWorkflow
  provenance: Provenance
  verified: VerifiedToken
  /** The current time, in ms since 1970. */
  now: number
}

/** The provenance level of a run, and the repository that signed it. */
export interface ProvenRun {
  provenanceLevel: ProvenanceLevel
  /** The repository that signed the run; null if none did. */
  signedBy: string | null
}

/**
 * Returns the statement that archives a proof.
 * @throws RegistryError `invalid-statement` for one that could not be read again
 */
export function makeSignedStatement(
  document: RunDocument,
  { provenance, verified, released, now }: Proof,
): SignedStatement {
  const { kid = '', n = '', e = '' } = verified.key
  const level = levelOfProof(document, provenance, released)
  const at = new Date(now).toISOString()
  const statement: SignedStatement = { kind: 'signed', level, token: verified.token, kid, n, e, at }
  assertStatement(idOfHash(verified.hash), statement)
  return statement
}

/**
 * Whether a proof may be added to the statements about a document. The first proof stays. If the document was submitted
 * without one, for example imported manually, only the repository that it names can add a proof: a repository cannot
 * sign what others submitted.
 */
export function mayBeProven(
  before: readonly Statement[],
  { source }: RunDocument,
  { repository }: Provenance,
): boolean {
  const isProven = before.some(({ kind }) => kind === 'signed')
  return !isProven && (before.length === 0 || source?.repository === repository)
}

/**
 * Returns the run that this token has already submitted; null if there is none. A submitted token is published beside
 * the document and stays valid for a few minutes. A reader who finds the token must not be able to act in the
 * repository's name. The document is not read: reading a large document takes long, and anyone can submit a public
 * token any number of times.
 * @throws Refusal if the statements of that run are damaged
 */
export function findEarlierSubmission(
  registry: Registry,
  verified: VerifiedToken,
): (ProvenRun & { id: string }) | null {
  const id = idOfHash(verified.hash)
  const statements = readOrRefuse(registry, id)
  const key = tokenKey(verified)
  const hasToken = ({ token }: SignedStatement) => tokenKey({ claims: claimsOfArchived(token) }) === key
  const signed = statements.filter((statement) => statement.kind === 'signed')
  const [first] = signed
  if (first === undefined || !signed.some(hasToken) || !existsSync(documentFile(registry, id))) return null
  return { id, provenanceLevel: first.level, signedBy: findSigner(statements) }
}

function readOrRefuse(registry: Registry, id: string): Statement[] {
  try {
    return readStatements(registry, id)
  } catch (error) {
    throw damageRefusal(error, id)
  }
}
