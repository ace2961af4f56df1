import { InvalidDocument, readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { refuseFuture } from '../store/start-time.ts'
import { storeDocument } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { addProof, type Known, type Proof } from './proof.ts'
import { checkAgreement } from './provenance.ts'
import { Refusal, refusalOfDamage } from './refusal.ts'

/** An accepted document. */
export interface Stored extends Known {
  id: string
  hash: string
  /** false if it was already stored */
  added: boolean
}

/**
 * Parses a submitted document, compares it with what its token proves, and stores both. They are durable when this
 * returns; repeating it changes nothing.
 * @throws Refusal, in which case nothing was stored
 */
export function acceptRun(registry: Registry, bytes: Buffer, proof: Proof): Stored {
  const run = readOrRefuse(bytes, proof.now)
  const { document, hash } = run
  const named = proof.verified.hash
  if (hash !== named) {
    throw new Refusal(
      401,
      'audience-mismatch',
      `The token is bound to ${named}, but the hash of this document is ${hash}. Request a token for this document.`,
    )
  }
  checkAgreement(document, proof.provenance)
  const { id, added } = storeOrRefuse(registry, bytes, run)
  return { id, hash, added, ...addProof(registry, id, document, proof) }
}

const MAX_ERRORS = 100

function readOrRefuse(bytes: Buffer, now: number): ReturnType<typeof readRun> {
  try {
    const run = readRun(bytes)
    refuseFuture(run.document, now)
    return run
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    const errors = error.errors.slice(0, MAX_ERRORS)
    const [first] = errors
    const where = first === undefined ? '' : `, first at ${first.pointer || 'its root'}: ${first.message}`
    throw new Refusal(422, 'invalid-document', `This is not a valid run document${where}.`, { errors })
  }
}

function storeOrRefuse(
  registry: Registry,
  bytes: Buffer,
  run: ReturnType<typeof readRun>,
): { id: string; added: boolean } {
  try {
    return storeDocument(registry, bytes, run)
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'id-conflict') {
      throw new Refusal(409, error.code, error.message)
    }
    if (error instanceof RegistryError && error.code === 'deleted-run')
      throw new Refusal(410, error.code, error.message)
    throw refusalOfDamage(error, run.id)
  }
}
