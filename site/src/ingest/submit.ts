import type { Readable } from 'node:stream'
import type { Registry } from '../store/registry.ts'
import { readBody } from './body.ts'
import type { Proof } from './proof.ts'
import { provenanceOf, type ReleasedWorkflow, tierOfProof } from './provenance.ts'
import type { Quota } from './quota.ts'
import type { Stored } from './take-in.ts'
import { type Trust, verifyToken } from './token.ts'

/** What a registry takes documents in with. */
export interface Ingest {
  registry: Registry
  trust: Trust
  released: ReleasedWorkflow
  quota: Quota
  /** `takeIn`, on whatever thread */
  takeIn: (bytes: Buffer, proof: Proof) => Promise<Stored>
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
  tier: string
  permalink: string
}

/**
 * Takes a document in. The token is verified before any of the body is read; what it proves must agree with what the
 * document says. It is durable when this returns, and handing it in again changes nothing.
 * @throws Refusal, after which nothing was stored
 */
export async function submit(submission: Submission, ingest: Ingest): Promise<Taken> {
  const { trust, released, quota, takeIn, onStored } = ingest
  const verified = await verifyToken(submission.authorization, trust)
  const provenance = provenanceOf(verified.claims, submission)
  quota(provenance.repositoryId)
  const bytes = await readBody(submission.body, submission)
  const tierProven = tierOfProof(provenance, released)
  const { added, ...stored } = await takeIn(bytes, { tier: tierProven, provenance, verified, now: trust.now() })
  await onStored(stored.id)
  return { status: added ? 201 : 200, ...stored, permalink: `${trust.audience}/runs/${stored.id}` }
}
