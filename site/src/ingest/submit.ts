import type { Readable } from 'node:stream'
import { InvalidDocument, readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { storeDocument } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { readBody } from './body.ts'
import { addProof } from './proof.ts'
import { checkAgreement, provenanceOf, type ReleasedWorkflow, tierOfProof } from './provenance.ts'
import type { Quota } from './quota.ts'
import { Refusal } from './refusal.ts'
import { type Trust, verifyToken } from './token.ts'

/** What a registry takes documents in with. */
export interface Ingest {
  registry: Registry
  trust: Trust
  released: ReleasedWorkflow
  quota: Quota
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
  const { registry, trust, released, quota, onStored } = ingest
  const verified = await verifyToken(submission.authorization, trust)
  const proven = provenanceOf(verified.claims, submission)
  quota(proven.repositoryId)
  const bytes = await readBody(submission.body, submission)
  const { document, hash } = readOrRefuse(bytes)
  if (hash !== verified.hash) {
    throw new Refusal(401, 'audience-of-another', `The token hands in ${verified.hash}; this document is ${hash}.`)
  }
  checkAgreement(document, proven)
  const { id, added } = storeOrRefuse(registry, bytes)
  const tier = addProof(registry, id, document, {
    tier: tierOfProof(proven, released),
    provenance: proven,
    verified,
    now: trust.now(),
  })
  await onStored(id)
  return { status: added ? 201 : 200, id, hash, tier, permalink: `${trust.audience}/runs/${id}` }
}

const MOST_ERRORS = 100

function readOrRefuse(bytes: Buffer): ReturnType<typeof readRun> {
  try {
    return readRun(bytes)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    const errors = error.errors.slice(0, MOST_ERRORS)
    const [first] = errors
    const where = first === undefined ? '' : `, first at ${first.pointer || 'its root'}: ${first.message}`
    throw new Refusal(422, 'invalid-document', `This is not a valid run document${where}.`, { errors })
  }
}

function storeOrRefuse(registry: Registry, bytes: Buffer): { id: string; added: boolean } {
  try {
    return storeDocument(registry, bytes)
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'identifier-taken') {
      throw new Refusal(409, error.code, error.message)
    }
    if (error instanceof RegistryError && error.code === 'buried-run') throw new Refusal(410, error.code, error.message)
    throw error
  }
}
