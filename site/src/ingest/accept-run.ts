import { InvalidDocument, type RunDocument } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { storeWithStatement } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { assertRepeats } from '../store/replications.ts'
import { findSigner } from '../store/signer.ts'
import { deriveProvenanceLevel, type Statement } from '../store/statements.ts'
import { type Run, readPast } from '../store/validate-document.ts'
import { makeSignedStatement, mayBeProven, type Proof, type ProvenRun } from './proof.ts'
import { assertAgreement, type Provenance } from './provenance.ts'
import { damageRefusal, Refusal } from './refusal.ts'

/** A document that the registry accepted. */
export interface AcceptedRun extends ProvenRun {
  id: string
  hash: string
  /** Whether the document was added; false if it was already stored. */
  added: boolean
}

/**
 * Parses a submitted document, compares it with what its token proves, and stores the document and the proof. Both are
 * durable (they survive a power failure) when this function returns. Repeating the call changes nothing.
 * @throws Refusal; then nothing was stored
 */
export async function acceptRun(registry: Registry, bytes: Uint8Array, proof: Proof): Promise<AcceptedRun> {
  const run = readOrReject(bytes, proof.now)
  const { document, hash, id } = run
  const bound = proof.verified.hash
  if (hash !== bound) {
    throw new Refusal(
      401,
      'audience-mismatch',
      `The token is for the document ${bound}, but the hash of this document is ${hash}. Request a token for this document.`,
    )
  }
  rejectTranscription(document)
  assertAgreement(document, proof.provenance)
  // Make the statement first: a document without its statement would never get one.
  const statement = makeSignedStatement(document, proof)
  const { added, statements } = await storeOrReject(registry, bytes, run, statement, proof.provenance)
  const provenanceLevel = deriveProvenanceLevel(document, statements)
  return { id, hash, added, provenanceLevel, signedBy: findSigner(statements) }
}

/** Rejects the figures of a publication: only the operator answers for a citation. @throws Refusal `transcribed` */
function rejectTranscription({ origin }: RunDocument): void {
  if (origin.kind !== 'transcribed') return
  const sentence =
    'This run is transcribed from a publication. Only the operator of a registry adds such runs, with plimsoll-registry import: send the document to the operator.'
  throw new Refusal(403, 'transcribed', sentence)
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

async function storeOrReject(
  registry: Registry,
  bytes: Uint8Array,
  run: Run,
  statement: Statement,
  provenance: Provenance,
): Promise<{ added: boolean; statements: Statement[] }> {
  const isAllowed = (before: readonly Statement[]) => mayBeProven(before, run.document, provenance)
  try {
    assertRepeats(registry, run.document)
    return await storeWithStatement(registry, bytes, run, statement, isAllowed)
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
