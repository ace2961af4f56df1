import { identify, type RunDocument } from '@plimsoll/schema'
import { bundleFile } from '../store/documents.ts'
import type { ProvenLevel } from '../store/origin.ts'
import type { Registry } from '../store/registry.ts'
import type { Provenance } from './certificate.ts'
import { findDisagreement, levelOf } from './levels.ts'
import { type Trust, trustOf } from './trust.ts'
import { InvalidBundle, type LogEntry, readBundle, type VerifiedBundle, verifyBundle } from './verify-bundle.ts'

/** What the bundle beside a document proves about the run. It can be written as JSON. */
export interface Signature {
  level: ProvenLevel
  provenance: Provenance
  /** The registry for which the run was signed. */
  registry: string
  signedAt: string
  log: LogEntry | null
}

/** The maximum difference, in ms, between the clock of a machine that measures, or of a registry, and that of the log. */
export const LEEWAY_MS = 3_600_000

/**
 * Verifies the bundle beside a stored document. This takes tens of milliseconds, so pages take the result from the index.
 * @returns null if there is no bundle
 * @throws InvalidBundle, RegistryError `bad-trusted-root`
 */
export function verifySignature(
  registry: Registry,
  id: string,
  document: RunDocument,
  trust: Trust = trustOf(registry),
): Signature | null {
  const bundle = readBundle(bundleFile(registry, id))
  return bundle && toSignature(document, verifyBundle(bundle, trust.instances), trust)
}

/**
 * Verifies the bundle beside a stored document.
 * @returns null if there is no bundle, or if it proves nothing; the build reports the latter
 */
export function readSignature(registry: Registry, id: string, document: RunDocument): Signature | null {
  try {
    return verifySignature(registry, id, document)
  } catch (error) {
    if (error instanceof InvalidBundle) return null
    throw error
  }
}

/**
 * Returns what a verified bundle proves about a document.
 * @throws InvalidBundle if it is for another document or another registry, or if the document contradicts it
 */
export function toSignature(
  document: RunDocument,
  { submission, provenance, signedAt, log }: VerifiedBundle,
  { names, released }: Trust,
): Signature {
  assertFor(submission, names)
  const { hash } = identify(document)
  assertSubmits(submission)
  if (submission.hash !== hash)
    throw new InvalidBundle(`it is for the document ${submission.hash}, not for ${hash}`, 'other-document')
  assertPublic(provenance, submission)
  if (document.origin.kind === 'transcribed') throw new InvalidBundle(TRANSCRIBED, 'transcribed')
  const field = findDisagreement(document, provenance)
  if (field !== null)
    throw new InvalidBundle(
      `the document’s /source/${field} is another one than its certificate’s`,
      'provenance-mismatch',
    )
  if (Date.parse(document.finishedAt) > Date.parse(signedAt) + LEEWAY_MS)
    throw new InvalidBundle(
      `it was signed at ${signedAt}, before the run ended according to its document`,
      'signed-early',
    )
  return { level: levelOf(document, provenance, released), provenance, registry: submission.registry, signedAt, log }
}

const TRANSCRIBED =
  'the run is transcribed from a publication, and only the operator of a registry adds such runs, with plimsoll-registry import'

/** @throws InvalidBundle for a bundle that is for another registry */
export function assertFor({ registry }: VerifiedBundle['submission'], names: readonly string[]): void {
  if (names.includes(registry)) return
  const own =
    names.length === 0 ? 'this registry has no address in addresses.txt' : `this registry is ${names.join(', ')}`
  throw new InvalidBundle(`it is for the registry ${registry}, and ${own}`, 'other-registry')
}

/** @throws InvalidBundle for a bundle that withdraws or supersedes a run */
function assertSubmits({ action }: VerifiedBundle['submission']): void {
  if (action !== 'submit') throw new InvalidBundle('it does not submit a run', 'other-action')
}

/** @throws InvalidBundle for a private repository whose name may not become public */
export function assertPublic({ visibility }: Provenance, { allowPrivate }: VerifiedBundle['submission']): void {
  if (visibility === 'public' || allowPrivate) return
  throw new InvalidBundle(
    'its repository is private, and it does not allow that the name becomes public',
    'private-repository',
  )
}
