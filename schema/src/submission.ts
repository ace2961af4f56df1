import { InvalidDocument } from './document-errors.ts'
import { idOfHash } from './document-id.ts'
import { parseStrict } from './parse.ts'
import { RUN_ID } from './run-id-pattern.ts'

/** The media type of an in-toto statement in a DSSE envelope. */
export const STATEMENT_MEDIA_TYPE = 'application/vnd.in-toto+json'

/** The predicate type of the statements that submit, withdraw and supersede runs. Programs select statements by it. */
export const SUBMISSION_TYPE = 'urn:plimsoll:submission:v1'

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'

/** The maximum size of a statement, in bytes. */
const MAX_BYTES = 10_000

/** What a statement asks of a registry about a run. */
export type SubmissionAction =
  | { action: 'submit' }
  | { action: 'withdraw'; reason: string }
  /** `by`: the id of the newer run */
  | { action: 'supersede'; by: string }

/** What a job signs about a run: which registry it is for, and what that registry is to do. */
export type Submission = SubmissionAction & {
  /** The hash of the run's document, `sha256:` and 64 hexadecimal digits. */
  hash: string
  /** The address of the registry, as `registryName` returns it. */
  registry: string
  /** Whether the name of a private repository may become public. */
  allowPrivate: boolean
}

/**
 * Returns the name of a registry in statements: its address `https://…` without a trailing slash, or `github:owner/repo`
 * in lower case, because GitHub ignores case.
 */
export function registryName(address: string): string {
  return address.startsWith('github:') ? address.toLowerCase() : address.replace(/\/+$/, '')
}

/** Returns the bytes of the in-toto statement (version 1) of a submission. Their subject is the document's file. */
export function formatSubmission({ hash, registry, allowPrivate, ...action }: Submission): Buffer {
  const statement = {
    _type: STATEMENT_TYPE,
    subject: [{ name: `${idOfHash(hash)}.json`, digest: { sha256: hash.slice('sha256:'.length) } }],
    predicateType: SUBMISSION_TYPE,
    predicate: { registry, allowPrivate, ...action },
  }
  return Buffer.from(JSON.stringify(statement))
}

/**
 * Parses an in-toto statement that submits, withdraws or supersedes one run. Unknown members are rejected, so that no
 * other program can read something else in the statement.
 * @throws InvalidSubmission
 */
export function parseSubmission(bytes: Uint8Array): Submission {
  if (bytes.length > MAX_BYTES) throw new InvalidSubmission(`it is larger than ${MAX_BYTES / 1000} kB`)
  const { _type, subject, predicateType, predicate } = membersOf(parseJson(bytes), 'the statement', [
    ...['_type', 'subject', 'predicateType', 'predicate'],
  ])
  if (_type !== STATEMENT_TYPE) throw new InvalidSubmission(`its type is not ${STATEMENT_TYPE}`)
  if (predicateType !== SUBMISSION_TYPE) throw new InvalidSubmission(`its predicate type is not ${SUBMISSION_TYPE}`)
  const { registry, allowPrivate, action, reason, by } = membersOf(predicate, 'its predicate', [
    ...['registry', 'allowPrivate', 'action', 'reason', 'by'],
  ])
  if (typeof registry !== 'string' || typeof allowPrivate !== 'boolean')
    throw new InvalidSubmission('its predicate does not name a registry, or does not say whether it may be private')
  const shared = { hash: hashOf(subject), registry, allowPrivate }
  if (action === 'submit' && reason === undefined && by === undefined) return { ...shared, action }
  if (action === 'withdraw' && typeof reason === 'string' && by === undefined) return { ...shared, action, reason }
  if (action === 'supersede' && typeof by === 'string' && RUN_ID.test(by) && reason === undefined)
    return { ...shared, action, by }
  throw new InvalidSubmission(
    'its predicate must have either "action": "submit", or "action": "withdraw" and "reason", or "action": "supersede" and "by"',
  )
}

/** Thrown for a statement that is no submission. Its message is the end of a sentence. */
export class InvalidSubmission extends Error {}

/** Returns the hash of the one subject, which must have the name of a run's file. */
function hashOf(subject: unknown): string {
  const [first, ...more] = Array.isArray(subject) ? subject : []
  if (more.length > 0) throw new InvalidSubmission('it has more than one subject')
  const { name, digest } = membersOf(first, 'its subject', ['name', 'digest'])
  const { sha256 } = membersOf(digest, 'the digest of its subject', ['sha256'])
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw new InvalidSubmission('its subject has no SHA-256')
  const hash = `sha256:${sha256}`
  if (name !== `${idOfHash(hash)}.json`) throw new InvalidSubmission('the name of its subject is not that of its hash')
  return hash
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return parseStrict(bytes)
  } catch (error) {
    if (error instanceof InvalidDocument) throw new InvalidSubmission('it is not JSON')
    throw error
  }
}

function membersOf(value: unknown, what: string, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidSubmission(`${what} is not an object`)
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new InvalidSubmission(`${what} has the unknown member "${unknown}"`)
  return value as Record<string, unknown>
}
