import type { Readable } from 'node:stream'
import { idOfHash } from '@plimsoll/schema'
import type { Registry } from '../store/registry.ts'
import type { Stored } from './accept-run.ts'
import { readBody } from './body.ts'
import { handedInBefore, type Proof } from './proof.ts'
import { provenanceOf, type ReleasedWorkflow, senderOf } from './provenance.ts'
import type { Quota } from './quota.ts'
import { refusalOfDamage } from './refusal.ts'
import { nameOfToken, type Trust, type VerifiedToken, verifyToken } from './token.ts'
import type { UploadBudget } from './upload-limits.ts'

/** What a registry takes documents in with. */
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

/** One document that is handed in. */
export interface Submission {
  authorization: string | null
  contentType: string | undefined
  contentEncoding: string | undefined
  /** whether the workflow says that a private repository's name may be seen */
  allowPrivate: boolean
  body: Readable
}

/** The answer to what was taken: 201 the first time, 200 for what was there. */
export interface Taken {
  status: 200 | 201
  id: string
  hash: string
  provenanceLevel: string
  /** the repository whose signature it has, which need not be that of whoever hands it in again; null where nobody's */
  signedBy: string | null
  permalink: string
}

/**
 * Takes a document in. The token is verified before any of the body is read; what it proves must agree with what the
 * document says. It is durable when this returns, and handing it in again changes nothing.
 * @throws Refusal, after which nothing was stored
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
