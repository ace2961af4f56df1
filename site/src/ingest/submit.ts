import type { Readable } from 'node:stream'
import { idOfHash } from '@plimsoll/schema'
import type { Registry } from '../store/registry.ts'
import type { Stored } from './accept-run.ts'
import { readBody } from './read-body.ts'
import { handedInBefore, type Proof } from './proof.ts'
import { provenanceOf, type ReleasedWorkflow, senderOf } from './provenance.ts'
import type { Quota } from './quota.ts'
import { refusalOfDamage } from './refusal.ts'
import { nameOfToken, type Trust, type VerifiedToken, verifyToken } from './verify-token.ts'
import type { UploadBudget } from './upload-budget.ts'

/** Everything a registry needs to accept documents. */
export interface Ingest {
  registry: Registry
  trust: Trust
  released: ReleasedWorkflow
  quota: Quota
  budget: UploadBudget
  /** `acceptRun`, on whatever thread */
  acceptRun: (bytes: Buffer, proof: Proof) => Promise<Stored>
  /** told of each run that is new or has a new statement, when it is durable and before it is answered */
  onStored: (id: string) => Promise<void>
}

/** One submitted document. */
export interface Submission {
  authorization: string | null
  contentType: string | undefined
  contentEncoding: string | undefined
  /** whether the workflow allows publishing the name of a private repository */
  allowPrivate: boolean
  body: Readable
}

/** The answer to an accepted document: 201 the first time, 200 if it was already stored. */
export interface Taken {
  status: 200 | 201
  id: string
  hash: string
  provenanceLevel: string
  /** the repository that signed it, which may differ from the one that submits it again; null if none did */
  signedBy: string | null
  permalink: string
}

/**
 * Accepts a document. The token is verified before the body is read, and the document must agree with what the token
 * proves. The document is durable when this returns; submitting it again changes nothing.
 * @throws Refusal, in which case nothing was stored
 */
export async function submit(submission: Submission, ingest: Ingest): Promise<Taken> {
  const { trust, released, quota, budget, acceptRun, onStored } = ingest
  const verified = await verifyToken(submission.authorization, trust)
  const provenance = provenanceOf(verified.claims, submission)
  const before = beforeOrRefuse(ingest.registry, verified)
  if (before !== null) {
    const { hash } = verified
    return { status: 200, ...before, hash, permalink: `${trust.audience}/runs/${before.id}` }
  }
  const sender = senderOf(provenance)
  quota.take(sender)
  const reservation = budget.begin(nameOfToken(verified), sender)
  try {
    const bytes = await readBody(submission.body, submission, reservation)
    const { added, ...stored } = await reservation.wait(() =>
      acceptRun(bytes, { released, provenance, verified, now: trust.now() }),
    )
    await onStored(stored.id)
    return { status: added ? 201 : 200, ...stored, permalink: `${trust.audience}/runs/${stored.id}` }
  } finally {
    quota.spend(sender, reservation.bytes())
    reservation.end()
  }
}

function beforeOrRefuse(registry: Registry, verified: VerifiedToken): ReturnType<typeof handedInBefore> {
  try {
    return handedInBefore(registry, verified)
  } catch (error) {
    throw refusalOfDamage(error, idOfHash(verified.hash))
  }
}
