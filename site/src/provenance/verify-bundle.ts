import { hash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import {
  canonicalize,
  InvalidDocument,
  InvalidSubmission,
  type JsonValue,
  parseStrict,
  parseSubmission,
  STATEMENT_MEDIA_TYPE,
  type Submission,
} from '@plimsoll/schema'
import {
  BUNDLE_V03_MEDIA_TYPE,
  type BundleWithDsseEnvelope,
  bundleFromJSON,
  bundleToJSON,
  isBundleWithDsseEnvelope,
  type TransparencyLogEntry,
} from '@sigstore/bundle'
import { toSignedEntity, type Verifier } from '@sigstore/verify'
import { InvalidCertificate, type Provenance, readProvenance } from './certificate.ts'

/** The maximum size of a Sigstore bundle, in bytes: six times the usual size. */
export const MAX_BUNDLE_BYTES = 64_000
/** The maximum number of log entries, and of time stamps. One of each suffices. */
const MAX_EVIDENCE = 4

/** One Sigstore instance that a registry trusts, by the trusted root of the instance. */
export interface TrustedInstance {
  verifier: Verifier
  /** The addresses of its transparency logs, by the ids of their keys in base64. */
  logs: ReadonlyMap<string, string>
}

/** The entry of a signature in a public log. */
export interface LogEntry {
  /** The address of the log. */
  url: string
  index: number
}

/** What a bundle proves: who signed what, and when. */
export interface VerifiedBundle {
  submission: Submission
  provenance: Provenance
  /** The time that the log or the time-stamp authority certified, ISO 8601, UTC. */
  signedAt: string
  /** The entry in the instance's log; null for an instance without a log. */
  log: LogEntry | null
}

/** Thrown for a bundle that proves nothing. Its message is the end of a sentence that begins with the bundle's name. */
export class InvalidBundle extends Error {
  /** A code for programs: `invalid-bundle` if nothing can be verified, otherwise what the bundle does not allow. */
  readonly code: string

  constructor(message: string, code = 'invalid-bundle') {
    super(message)
    this.name = 'InvalidBundle'
    this.code = code
  }
}

/**
 * Reads the bundle beside a document.
 * @returns null if there is none
 * @throws InvalidBundle
 */
export function readBundle(file: string): Buffer | null {
  const status = lstatSync(file, { throwIfNoEntry: false })
  if (status === undefined) return null
  if (!status.isFile()) throw new InvalidBundle('it is not a regular file')
  assertSize(status.size)
  try {
    return readFileSync(file)
  } catch (error) {
    throw new InvalidBundle(`it cannot be read (${(error as Error).message})`)
  }
}

function assertSize(bytes: number): void {
  if (bytes > MAX_BUNDLE_BYTES)
    throw new InvalidBundle(`it is larger than the maximum of ${MAX_BUNDLE_BYTES / 1000} kB`)
}

/** The bundles that were verified last, by their bytes: the steps of an ingest, and the pages of a build, read the same ones. */
const verifiedLast = new Map<string, { instances: readonly TrustedInstance[]; bundle: VerifiedBundle }>()
const MAX_REMEMBERED = 1000

/**
 * Verifies a Sigstore bundle with a signed submission: the signature, the certificate, the log entry and the time. What an
 * instance requires follows from its trusted root: an entry if it has a log, otherwise a time stamp.
 * @throws InvalidBundle
 */
export function verifyBundle(bytes: Uint8Array, instances: readonly TrustedInstance[]): VerifiedBundle {
  const key = hash('sha256', bytes, 'base64')
  const known = verifiedLast.get(key)
  if (known?.instances === instances) return known.bundle
  const bundle = verifyNow(bytes, instances)
  const [oldest] = verifiedLast.keys()
  if (verifiedLast.size >= MAX_REMEMBERED && oldest !== undefined) verifiedLast.delete(oldest)
  verifiedLast.set(key, { instances, bundle })
  return bundle
}

function verifyNow(bytes: Uint8Array, instances: readonly TrustedInstance[]): VerifiedBundle {
  const bundle = parseBundle(bytes)
  const { content, tlogEntries } = bundle.verificationMaterial
  if (content.$case !== 'certificate') throw new InvalidBundle('it has no certificate')
  const { instance, time } = findSigningInstance(bundle, instances)
  const [entry] = tlogEntries
  try {
    return {
      submission: parseSubmission(bundle.content.dsseEnvelope.payload),
      provenance: readProvenance(Buffer.from(content.certificate.rawBytes)),
      signedAt: time.toISOString(),
      log: entry === undefined ? null : logEntryOf(entry, instance),
    }
  } catch (error) {
    if (error instanceof InvalidSubmission) throw new InvalidBundle(`its statement is not valid: ${error.message}`)
    if (error instanceof InvalidCertificate) throw new InvalidBundle(error.message)
    throw error
  }
}

/**
 * Parses a bundle of version 0.3. Programs differ in what they ignore, so a bundle must have exactly the form that is
 * written again.
 */
function parseBundle(bytes: Uint8Array): BundleWithDsseEnvelope {
  assertSize(bytes.length)
  const json = parseJson(bytes)
  const bundle = attempt(() => bundleFromJSON(json), 'it is not a Sigstore bundle')
  const written = attempt(
    () => canonicalize(bundleToJSON(bundle) as unknown as JsonValue),
    'it is not a Sigstore bundle',
  )
  if (bundle.mediaType !== BUNDLE_V03_MEDIA_TYPE || written !== canonicalize(json))
    throw new InvalidBundle('it is not in the form of a Sigstore bundle of version 0.3')
  if (!isBundleWithDsseEnvelope(bundle) || bundle.content.dsseEnvelope.payloadType !== STATEMENT_MEDIA_TYPE)
    throw new InvalidBundle('it has no in-toto statement')
  const [signature, ...more] = bundle.content.dsseEnvelope.signatures
  if (signature === undefined || more.length > 0) throw new InvalidBundle('its envelope does not have one signature')
  // The name of a key is not signed, and means nothing beside a certificate.
  if (signature.keyid !== '') throw new InvalidBundle('its signature names a key')
  const { tlogEntries, timestampVerificationData } = bundle.verificationMaterial
  if (tlogEntries.length > MAX_EVIDENCE || (timestampVerificationData?.rfc3161Timestamps.length ?? 0) > MAX_EVIDENCE)
    throw new InvalidBundle(`it has more than ${MAX_EVIDENCE} log entries or time stamps`)
  if (!tlogEntries.every(hasPlainProof)) throw new InvalidBundle('the proof in its log entry is not in the usual form')
  return bundle
}

/** A signed checkpoint: the name of the log, the size and the hash of its tree, more lines, and signatures. */
const CHECKPOINT = /^[^\n]+\n(?<size>\d+)\n(?<root>[^\n]+)\n([^\n]+\n)*\n(— [^\n]+\n)+$/

/** Whether an entry says of its proof only what the checkpoint says: the library does not compare size and root. */
function hasPlainProof({ inclusionProof }: TransparencyLogEntry): boolean {
  const { size, root } = CHECKPOINT.exec(inclusionProof?.checkpoint?.envelope ?? '')?.groups ?? {}
  return size !== undefined && size === inclusionProof?.treeSize && root === inclusionProof.rootHash.toString('base64')
}

function parseJson(bytes: Uint8Array): JsonValue {
  try {
    return parseStrict(bytes)
  } catch (error) {
    if (error instanceof InvalidDocument) throw new InvalidBundle('it is not JSON')
    throw error
  }
}

/** Finds the instance whose root verifies a bundle, and the time that the instance certified. */
function findSigningInstance(
  bundle: BundleWithDsseEnvelope,
  instances: readonly TrustedInstance[],
): { instance: TrustedInstance; time: Date } {
  const entity = attempt(() => toSignedEntity(bundle), 'its certificate or its time stamp cannot be read')
  const reasons: string[] = []
  for (const instance of instances) {
    try {
      instance.verifier.verify(entity)
      return { instance, time: certifiedTime(bundle, entity) }
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  // An instance that did not make the certificate says only that.
  const reason = reasons.find((text) => text !== UNKNOWN_CERTIFICATE) ?? UNKNOWN_CERTIFICATE
  throw new InvalidBundle(
    reason === UNKNOWN_CERTIFICATE
      ? 'its certificate is not from a Sigstore instance that this registry trusts, or was not valid at the time of the signature'
      : `its signature does not verify (${reason})`,
  )
}

const UNKNOWN_CERTIFICATE = 'Failed to verify certificate chain'

/** Returns the first time that a log or a time-stamp authority certified: the signature existed at that time. */
function certifiedTime(bundle: BundleWithDsseEnvelope, { timestamps }: ReturnType<typeof toSignedEntity>): Date {
  // Only the promise of a log signs the time of an entry.
  const logged = bundle.verificationMaterial.tlogEntries
    .filter(({ inclusionPromise }) => inclusionPromise !== undefined)
    .map(({ integratedTime }) => Number(integratedTime) * 1000)
  const stamped = timestamps.flatMap((one) =>
    one.$case === 'timestamp-authority' ? [one.timestamp.signingTime.getTime()] : [],
  )
  const times = [...logged, ...stamped]
  if (times.length === 0) throw new InvalidBundle('it has no certified time')
  return new Date(Math.min(...times))
}

/** Returns an entry as it is signed: a promise signs the number in the log, a proof that in the tree. */
function logEntryOf(
  { logId, logIndex, inclusionPromise, inclusionProof }: TransparencyLogEntry,
  { logs }: TrustedInstance,
) {
  const index = inclusionPromise === undefined ? inclusionProof?.logIndex : logIndex
  return { url: logs.get(logId.keyId.toString('base64')) ?? '', index: Number(index) }
}

/** Returns the result of a parser of foreign data. Parsers throw errors of many kinds. */
function attempt<Result>(parse: () => Result, message: string): Result {
  try {
    return parse()
  } catch {
    throw new InvalidBundle(message)
  }
}
