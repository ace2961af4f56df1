import { InvalidDocument, readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { type Run, readPast } from '../store/check-document.ts'
import { storeDocument } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { assertRepeats, type Original, recordReplication } from '../store/replications.ts'
import { addProof, type Proof, type ProvenRun, statementOf } from './proof.ts'
import { checkAgreement } from './provenance.ts'
import { damageRefusal, Refusal } from './refusal.ts'

/** A document that the registry accepted. */
export interface AcceptedRun extends ProvenRun {
  id: string
  hash: string
  /** Whether the document was added; false if it was already stored. */
  added: boolean
  /** The id of the run that this one repeats, if that run has a new statement. */
  repeated: string | null
}

/**
 * Parses a submitted document, compares it with what its token proves, and stores the document and the proof. Both are
 * durable (they survive a power failure) when this function returns. Repeating the call changes nothing.
 * @throws Refusal; then nothing was stored
 */
export function acceptRun(registry: Registry, bytes: Uint8Array, proof: Proof): AcceptedRun {
  const run = readOrReject(bytes, proof.now)
  const { document, hash } = run
  const bound = proof.verified.hash
  if (hash !== bound) {
    throw new Refusal(
      401,
      'audience-mismatch',
      `The token is for the document ${bound}, but the hash of this document is ${hash}. Request a token for this document.`,
    )
  }
  checkAgreement(document, proof.provenance)
  // Make the statement first: a document without its statement would never get one.
  const statement = statementOf(document, proof)
  const { id, added, original } = storeOrReject(registry, bytes, run)
  const proven = addProof(registry, id, document, statement, proof.provenance)
  const at = new Date(proof.now).toISOString()
  return { id, hash, added, ...proven, repeated: recordReplication(registry, run, original, at) }
}

/**
 * Compiles the validators. Otherwise they would be compiled on first use, and the first submission would wait.
 * @public threads call it
 */
export function compileValidators(): void {
  try {
    readRun(Buffer.from('{}'))
  } catch {
    // This error is expected, because an empty object is not a run.
  }
}

const MAX_REPORTED_ERRORS = 100

function readOrReject(bytes: Uint8Array, now: number): Run {
  try {
    return readPast(bytes, now)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    const errors = error.errors.slice(0, MAX_REPORTED_ERRORS)
    const [first] = errors
    const where = first === undefined ? '' : `, first error at ${first.pointer || 'the root'}: ${first.message}`
    throw new Refusal(422, 'invalid-document', `Invalid run document${where}.`, { errors })
  }
}

function storeOrReject(
  registry: Registry,
  bytes: Uint8Array,
  run: Run,
): { id: string; added: boolean; original: Original | null } {
  try {
    const original = assertRepeats(registry, run)
    return { ...storeDocument(registry, bytes, run), original }
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'id-conflict') {
      throw new Refusal(409, error.code, error.message)
    }
    if (error instanceof RegistryError && error.code === 'not-a-replication')
      throw new Refusal(422, error.code, error.message)
    if (error instanceof RegistryError && error.code === 'deleted-run')
      throw new Refusal(410, error.code, error.message)
    throw damageRefusal(error, run.id)
  }
}
