import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { MAX_DOCUMENT_BYTES } from '@plimsoll/schema'
import { MAX_BUNDLE_BYTES, type VerifiedBundle } from '../provenance/verify-bundle.ts'
import type { Registry } from '../store/registry.ts'
import type { ChangedState } from '../store/withdraw-supersede-delete.ts'
import type { AcceptedRun, describeEarlier } from './accept-run.ts'
import { type AccessList, assertAccess } from './access-list.ts'
import { findEarlierSubmission, type SubmittedFiles } from './check-bundle.ts'
import { type Quota, senderOf, type UploadBudget } from './quotas.ts'
import { readBody } from './read-body.ts'
import { type JsonResponse, Refusal, refusalResponse } from './refusal.ts'

/** Everything a registry needs to accept documents. */
export interface Ingest {
  registry: Registry
  /** The public address of the registry, without a trailing slash. */
  address: string
  access: AccessList
  quota: Quota
  budget: UploadBudget
  /** Runs `checkBundle`, on the worker. */
  checkBundle: (bundle: Uint8Array) => Promise<VerifiedBundle>
  /** Runs `acceptRun`, on the worker. */
  acceptRun: (files: SubmittedFiles, verified: VerifiedBundle) => Promise<AcceptedRun>
  /** Runs `describeEarlier`, on the worker. */
  describeEarlier: (id: string) => Promise<ReturnType<typeof describeEarlier>>
  /** Runs `changeState`, on the worker. */
  changeState: (id: string, bundle: Uint8Array, verified: VerifiedBundle) => Promise<ChangedState>
  /** Called for each run that is new or has a new statement, once the run is durable and before the response. */
  onStored: (id: string) => void
}

/** One submitted body. */
export interface Upload {
  contentType: string | undefined
  contentEncoding: string | undefined
  body: Readable
}

/** The response to an accepted document: 201 the first time, 200 if it was already stored. */
export interface SubmissionResult extends Omit<AcceptedRun, 'added'> {
  status: 200 | 201
  permalink: string
}

/**
 * `POST /api/v1/runs`: accepts one run document with its bundle, or rejects it with one sentence and a code. Never throws.
 * @param log receives errors that are not the client's fault
 */
export async function handleSubmission(
  request: IncomingMessage,
  ingest: Ingest,
  log: (error: unknown) => void,
): Promise<JsonResponse> {
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = request.headers
  try {
    const { status, ...accepted } = await submit({ contentType, contentEncoding, body: request }, ingest)
    return { status, headers: { location: accepted.permalink }, body: { ...accepted } }
  } catch (error) {
    return refusalResponse(error, log)
  }
}

/**
 * Accepts a document with its bundle, if the document agrees with what the bundle proves. Both are durable (they survive a
 * power failure) when this function returns. Submitting them again changes nothing.
 * @throws Refusal; then nothing was stored. After an error of the system, such as a full disk, a part may be: submitting
 *   again completes it
 */
export async function submit(upload: Upload, ingest: Ingest): Promise<SubmissionResult> {
  const { registry, address, quota, budget } = ingest
  const respond = (status: 200 | 201, run: Omit<AcceptedRun, 'added'>) => {
    return { status, ...run, permalink: `${address}/runs/${run.id}` }
  }
  const reservation = budget.begin()
  try {
    const body = await readBody(upload.body, upload, reservation, { maxBytes: MAX_BUNDLE_BYTES + MAX_DOCUMENT_BYTES })
    const files = splitBody(body)
    return await reservation.wait(async () => {
      const id = findEarlierSubmission(registry, files)
      const earlier = id === null ? null : await ingest.describeEarlier(id)
      if (earlier !== null) return respond(200, earlier)
      const verified = await ingest.checkBundle(files.bundle)
      assertAccess(verified.provenance, ingest.access)
      const { added, ...stored } = await quota.use(senderOf(verified.provenance), body.length, () =>
        ingest.acceptRun(files, verified),
      )
      ingest.onStored(stored.id)
      return respond(added ? 201 : 200, stored)
    })
  } finally {
    reservation.end()
  }
}

const LINE_FEED = 0x0a

/** Splits a body: the first line is the bundle, the rest is the document. @throws Refusal `no-bundle` */
function splitBody(body: Buffer): SubmittedFiles {
  const end = body.indexOf(LINE_FEED)
  if (end > 0 && end <= MAX_BUNDLE_BYTES)
    return { bundle: Buffer.from(body.subarray(0, end)), document: body.subarray(end + 1) }
  const sentence =
    'The first line of the body must be the Sigstore bundle that signs the document, and the rest the document: `plimsoll publish` sends both.'
  throw new Refusal(400, 'no-bundle', sentence)
}
