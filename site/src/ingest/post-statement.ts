import type { IncomingMessage } from 'node:http'
import { InvalidDocument, identify, parseStrict } from '@plimsoll/schema'
import { statementError } from '../store/parse-statement.ts'
import type { Registry } from '../store/registry.ts'
import { claimsOfArchived } from '../store/signer.ts'
import { isDeleted, readStatements } from '../store/statements.ts'
import { assertAccess } from './access-list.ts'
import type { StateChange } from './change-state.ts'
import { findEarlierSubmission } from './proof.ts'
import { identifySender, type Provenance, parseProvenance } from './provenance.ts'
import { readBody } from './read-body.ts'
import { damageRefusal, type JsonResponse, Refusal, refusalResponse } from './refusal.ts'
import type { Ingest } from './submit.ts'
import { readAuthorization, tokenKey, type VerifiedToken, verifyToken } from './verify-token.ts'

/** The maximum size of a submitted statement, in bytes. */
const MAX_BYTES = 10_000

/**
 * `POST /api/v1/runs/<id>/statements`: the submitter of a run states that the run is superseded or withdrawn. The body
 * is `{"run": ID, "kind": "superseded", "by": ID}` or `{"run": ID, "kind": "withdrawn", "reason": TEXT}`. The token is
 * bound to the text of the body, as a token for a document is bound to the document. Returns the stored statement.
 * Never throws.
 */
export async function handleStatement(
  request: IncomingMessage,
  id: string,
  ingest: Ingest,
  log: (error: unknown) => void,
): Promise<JsonResponse> {
  try {
    const verified = await verifyToken(readAuthorization(request), ingest.trust)
    const provenance = parseProvenance(verified.claims, { allowPrivate: true })
    assertAccess(provenance, ingest.access)
    rejectArchivedToken(ingest.registry, verified)
    const sender = identifySender(provenance)
    ingest.quota.take(sender)
    const bytes = await readStatementBytes(request, { token: tokenKey(verified), owner: sender.owner }, ingest)
    const value = parse(bytes)
    if (identify(value).hash !== verified.hash) {
      throw audienceMismatch()
    }
    const change = readStateChange(value, id)
    requireSubmitter(ingest.registry, id, provenance)
    const { statement, added } = await ingest.changeState(id, change)
    await ingest.onStored(id)
    await ingest.addToLog(id)
    return { status: added ? 201 : 200, headers: {}, body: { id, ...statement } }
  } catch (error) {
    return refusalResponse(damageRefusal(error, id), log)
  }
}

/**
 * Rejects the token of a document. Such a token is public, so it must neither authorize a statement nor use up the
 * quota of its repository.
 */
function rejectArchivedToken(registry: Registry, verified: VerifiedToken): void {
  if (findEarlierSubmission(registry, verified) !== null) throw audienceMismatch()
}

function audienceMismatch(): Refusal {
  return new Refusal(
    401,
    'audience-mismatch',
    'The token is for another statement. Request a token for this statement.',
  )
}

async function readStatementBytes(
  request: IncomingMessage,
  { token, owner }: { token: string; owner: string },
  { budget }: Ingest,
): Promise<Buffer> {
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = request.headers
  const reservation = budget.begin(token, owner)
  try {
    return await readBody(request, { contentType, contentEncoding }, reservation, { maxBytes: MAX_BYTES })
  } finally {
    reservation.end()
  }
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value = parseStrict(bytes)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
  }
  throw invalid('it is not a JSON object')
}

/** Reads the content of a submitted statement. It rejects members other than those of the two kinds of statements. */
function readStateChange(value: Record<string, unknown>, id: string): StateChange {
  const { run, ...change } = value
  if (run !== id) throw invalid('/run must be the run id in the URL')
  if (!isStateChange(change)) throw invalid(SHAPE)
  const fault = statementError({ ...change, at: new Date().toISOString() })
  if (fault !== null) throw invalid(fault)
  return change
}

function isStateChange(change: Record<string, unknown>): change is StateChange {
  const { kind, by, reason, ...more } = change
  if (Object.keys(more).length > 0) return false
  if (kind === 'superseded') return typeof by === 'string' && reason === undefined
  return kind === 'withdrawn' && typeof reason === 'string' && by === undefined
}

const SHAPE = 'it must have either "run", "kind": "superseded" and "by", or "run", "kind": "withdrawn" and "reason"'

function invalid(why: string): Refusal {
  return new Refusal(422, 'invalid-statement', `Invalid statement: ${why}.`)
}

/**
 * Checks that the token is from the repository that submitted the run: no other may make statements about the run.
 * Renaming the repository changes nothing. If the repository has a new owner, it is a different submitter: transferring
 * a repository does not transfer the right to withdraw earlier runs.
 */
function requireSubmitter(registry: Registry, id: string, { issuer, repositoryId, ownerId }: Provenance): void {
  const statements = readStatements(registry, id)
  if (isDeleted(statements))
    throw new Refusal(410, 'deleted-run', `Run ${id} was permanently deleted from this registry.`)
  if (statements.length === 0) throw new Refusal(404, 'unknown-run', `Run "${id}" not found in this registry.`)
  const signed = statements.find((statement) => statement.kind === 'signed')
  const claims = signed === undefined ? {} : claimsOfArchived(signed.token)
  if (claims.iss !== issuer || claims.repository_id !== repositoryId || claims.repository_owner_id !== ownerId) {
    throw new Refusal(
      403,
      'other-repository',
      'Only the repository that submitted this run can withdraw or supersede it.',
    )
  }
}
