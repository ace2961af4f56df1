import { existsSync } from 'node:fs'
import { InvalidDocument, type RunDocument } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { isOfThisRun, provenanceLevelOf } from '../provenance/levels.ts'
import { readSignature, toSignature } from '../provenance/signature.ts'
import { trustOf } from '../provenance/trust.ts'
import type { VerifiedBundle } from '../provenance/verify-bundle.ts'
import { bundleFile, readStored } from '../store/documents.ts'
import { replaceFile } from '../store/durable-files.ts'
import { storeDocuments } from '../store/import.ts'
import type { ProvenanceLevel } from '../store/origin.ts'
import { type Run, readPast } from '../store/read-past.ts'
import type { Registry } from '../store/registry.ts'
import { submitted } from '../store/statements.ts'
import { bundleRefusal, type SubmittedFiles } from './check-bundle.ts'
import { Refusal, storeRefusal } from './refusal.ts'

/** A document that the registry accepted, or had already. */
export interface AcceptedRun {
  id: string
  hash: string
  /** Whether the document was added; false if it was already stored. */
  added: boolean
  provenanceLevel: ProvenanceLevel
  /** The repository that signed the run; null if none did. */
  signedBy: string | null
}

/**
 * Parses a submitted document, compares it with what its bundle proves, and stores both. They are durable (they survive a
 * power failure) when this function returns. Repeating the call changes nothing.
 * @param verified the result of `checkBundle`
 * @throws Refusal; then nothing was stored
 */
export async function acceptRun(
  registry: Registry,
  { document: bytes, bundle }: SubmittedFiles,
  verified: VerifiedBundle,
): Promise<AcceptedRun> {
  const now = new Date()
  const run = readOrReject(bytes, now.getTime())
  const { document, id, hash } = run
  try {
    toSignature(document, verified, trustOf(registry))
  } catch (error) {
    throw bundleRefusal(error)
  }
  try {
    const repeating = document.replicates === undefined ? null : document
    const isOwn = isOfThisRun(document, verified.provenance)
    if (isOwn) repairBundle(registry, id, document, bundle)
    const waiting = { id, hash, bytes, bundle, isOwn, statement: submitted(now), repeating, rows: null }
    const [stored] = await storeDocuments(registry, [waiting])
    if (stored instanceof RegistryError) throw stored
    return { added: stored?.added ?? false, ...describeStored(registry, id) }
  } catch (error) {
    throw storeRefusal(error, id)
  }
}

/**
 * Replaces a stored bundle that proves nothing, for example a damaged one, by one of the workflow run that made the document.
 */
function repairBundle(registry: Registry, id: string, document: RunDocument, bundle: Uint8Array): void {
  const file = bundleFile(registry, id)
  if (existsSync(file) && readSignature(registry, id, document) === null) replaceFile(file, bundle)
}

/**
 * Returns what the registry knows about a run that was submitted before; null if its document is damaged or gone.
 * Accepting the document again repairs it.
 */
export function describeEarlier(registry: Registry, id: string): Omit<AcceptedRun, 'added'> | null {
  try {
    return describeStored(registry, id)
  } catch (error) {
    if (error instanceof RegistryError && /^(damaged-document|unknown-run)$/.test(error.code)) return null
    throw error
  }
}

function describeStored(registry: Registry, id: string): Omit<AcceptedRun, 'added'> {
  const { document, hash } = readStored(registry, id)
  const signature = readSignature(registry, id, document)
  const signedBy = signature?.provenance.repository ?? null
  return { id, hash, provenanceLevel: provenanceLevelOf(document, signature), signedBy }
}

function readOrReject(bytes: Uint8Array, now: number): Run {
  try {
    return readPast(bytes, now)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    const { errors } = error
    const [first] = errors
    const where = first === undefined ? '' : `, first error at ${first.pointer || 'the root'}: ${first.message}`
    throw new Refusal(422, 'invalid-document', `Invalid run document${where}.`, { errors })
  }
}
