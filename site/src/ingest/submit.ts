import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Registry } from '../store/registry.ts'
import type { AcceptedRun } from './accept-run.ts'
import { type AccessList, assertAccess } from './access-list.ts'
import type { ChangedState, StateChange } from './change-state.ts'
import { findEarlierSubmission, type Proof } from './proof.ts'
import { identifySender, parseProvenance, type ReleasedWorkflow } from './provenance.ts'
import type { Quota, UploadBudget } from './quotas.ts'
import { readBody } from './read-body.ts'
import { type JsonResponse, refusalResponse } from './refusal.ts'
import { readAuthorization, type Trust, tokenKey, verifyToken } from './verify-token.ts'

/** Everything a registry needs to accept documents. */
export interface Ingest {
  registry: Registry
  trust: Trust
  released: ReleasedWorkflow
  access: AccessList
  quota: Quota
  budget: UploadBudget
  /** Runs `acceptRun`, on the worker. */
  acceptRun: (bytes: Buffer, proof: Proof) => Promise<AcceptedRun>
  /** Runs `changeState`, on the worker. */
  changeState: (id: string, change: StateChange) => Promise<ChangedState>
  /** Called for each run that is new or has a new statement, once the run is durable and before the response. */
  onStored: (id: string) => Promise<void>
  /**
   * Adds what is stored about a run to the transparency log, if the registry has one. Resolves when the leaves are
   * durable and signed. Without new leaves it changes nothing.
   * @param hash the hash of the document, if it is known
   */
  addToLog: (id: string, hash?: string) => Promise<void>
}

/** One submitted document. */
export interface Submission {
  authorization: string | null
  contentType: string | undefined
  contentEncoding: string | undefined
  /** Whether the workflow allows publishing the name of a private repository. */
  allowPrivate: boolean
  body: Readable
}

/** The response to an accepted document: 201 the first time, 200 if it was already stored. */
export interface SubmissionResult {
  status: 200 | 201
  id: string
  hash: string
  provenanceLevel: string
  /** The repository that signed the run; null if the run is not signed. Another repository may submit the run again. */
  signedBy: string | null
  permalink: string
}

/**
 * `POST /api/v1/runs`: accepts one run document, or rejects it with one sentence and a code. Never throws.
 * @param log receives errors that are not the client's fault
 */
export async function handleSubmission(
  request: IncomingMessage,
  ingest: Ingest,
  log: (error: unknown) => void,
): Promise<JsonResponse> {
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = request.headers
  try {
    const { status, ...accepted } = await submit(
      {
        authorization: readAuthorization(request),
        contentType,
        contentEncoding,
        allowPrivate: request.headers['plimsoll-allow-private'] === 'true',
        body: request,
      },
      ingest,
    )
    return { status, headers: { location: accepted.permalink }, body: { ...accepted } }
  } catch (error) {
    return refusalResponse(error, log)
  }
}

/**
 * Accepts a document. The token is verified before the body is read, and the document must agree with what the token
 * proves. The document is durable (it survives a power failure) when this function returns, and so are its leaves in the
 * transparency log. Submitting the document again changes nothing.
 * @throws Refusal; then nothing was stored
 */
export async function submit(submission: Submission, ingest: Ingest): Promise<SubmissionResult> {
  const { registry, trust, released, access, quota, budget, acceptRun, onStored, addToLog } = ingest
  const verified = await verifyToken(submission.authorization, trust)
  const provenance = parseProvenance(verified.claims, submission)
  assertAccess(provenance, access)
  const earlier = findEarlierSubmission(registry, verified)
  if (earlier !== null) {
    const { hash } = verified
    // The log may have failed after the document was stored, for example because the disk was full.
    await addToLog(earlier.id, hash)
    return { status: 200, ...earlier, hash, permalink: `${trust.audience}/runs/${earlier.id}` }
  }
  const sender = identifySender(provenance)
  quota.take(sender)
  const reservation = budget.begin(tokenKey(verified), sender.owner)
  try {
    const bytes = await readBody(submission.body, submission, reservation)
    const proof = { released, provenance, verified, now: trust.now() }
    const { added, ...stored } = await reservation.wait(() => acceptRun(bytes, proof))
    await onStored(stored.id)
    await addToLog(stored.id, stored.hash)
    return { status: added ? 201 : 200, ...stored, permalink: `${trust.audience}/runs/${stored.id}` }
  } finally {
    // The bytes of a body that did not arrive completely count, too.
    quota.spend(sender, reservation.bytes())
    reservation.end()
  }
}
