import type { IncomingMessage } from 'node:http'
import { InvalidDocument, identify, parseStrict } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { supersede, withdraw } from '../store/marks.ts'
import type { Registry } from '../store/registry.ts'
import { readStatements } from '../store/statements.ts'
import { readBody } from './body.ts'
import { type Answer, refusalAnswer } from './handle.ts'
import { provenanceOf } from './provenance.ts'
import { Refusal } from './refusal.ts'
import type { Ingest } from './submit.ts'
import { claimsOfArchived, verifyToken } from './token.ts'

/** A mark is a few words. */
const MOST_BYTES = 10_000

/**
 * `POST /api/v1/runs/<id>/statements`: whoever handed a run in says that another took its place, or that they no longer
 * stand by it: `{"run": ID, "kind": "superseded", "by": ID}` or `{"run": ID, "kind": "withdrawn", "reason": TEXT}`. The
 * token is bound to that text as one for a document is bound to the document. Never throws.
 */
export async function handleMark(
  request: IncomingMessage,
  id: string,
  ingest: Ingest,
  log: (error: unknown) => void,
): Promise<Answer> {
  try {
    const verified = await verifyToken(request.headers.authorization ?? null, ingest.trust)
    const { repositoryId } = provenanceOf(verified.claims, { allowPrivate: true })
    ingest.quota(repositoryId)
    const { 'content-type': contentType, 'content-encoding': contentEncoding } = request.headers
    const bytes = await readBody(request, { contentType, contentEncoding }, { mostBytes: MOST_BYTES })
    const value = parse(bytes)
    if (identify(value).hash !== verified.hash) {
      throw new Refusal(401, 'audience-of-another', 'The token is for another statement than this one.')
    }
    const mark = readMark(value, id)
    refuseOthers(ingest.registry, id, repositoryId)
    const said = sayOnce(ingest.registry, id, mark)
    await ingest.onStored(id)
    return { status: said ? 201 : 200, headers: {}, body: { id, ...mark } }
  } catch (error) {
    return refusalAnswer(error, log)
  }
}

/** What is said; a member more or less makes it something else. */
type Mark = { kind: 'superseded'; by: string } | { kind: 'withdrawn'; reason: string }

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value = parseStrict(bytes)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
  }
  throw invalid('it is no JSON object')
}

function readMark(value: Record<string, unknown>, id: string): Mark {
  const { run, kind, by, reason, ...more } = value
  if (run !== id) throw invalid('/run must be the run of the address')
  if (Object.keys(more).length > 0) throw invalid(SHAPE)
  if (kind === 'superseded' && typeof by === 'string' && reason === undefined) return { kind, by }
  if (kind === 'withdrawn' && typeof reason === 'string' && by === undefined) return { kind, reason }
  throw invalid(SHAPE)
}

const SHAPE = 'it must be {"run", "kind": "superseded", "by"} or {"run", "kind": "withdrawn", "reason"}'

function invalid(why: string): Refusal {
  return new Refusal(422, 'invalid-statement', `The statement cannot be used: ${why}.`)
}

/** Only the repository that handed a run in says such things of it, whatever it is called by now. */
function refuseOthers(registry: Registry, id: string, repositoryId: string): void {
  const statements = readStatements(registry, id)
  if (statements.length === 0) throw new Refusal(404, 'unknown-run', `This registry has no run "${id}".`)
  const signed = statements.find((statement) => statement.kind === 'signed')
  if (signed === undefined || claimsOfArchived(signed.token).repository_id !== repositoryId) {
    throw new Refusal(403, 'not-yours', 'Only the repository that handed this run in can mark it.')
  }
}

/** Saying the same again adds nothing. */
function sayOnce(registry: Registry, id: string, mark: Mark): boolean {
  const said = readStatements(registry, id).some((before) => {
    if (before.kind === 'superseded' && mark.kind === 'superseded') return before.by === mark.by
    return before.kind === 'withdrawn' && mark.kind === 'withdrawn'
  })
  if (said) return false
  try {
    if (mark.kind === 'superseded') supersede(registry, id, mark.by)
    else withdraw(registry, id, mark.reason)
    return true
  } catch (error) {
    if (error instanceof RegistryError) throw new Refusal(422, error.code, error.message)
    throw error
  }
}
