import { RUN_ID, SUBMISSION_TYPE } from '@plimsoll/schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { handleStatement } from '../ingest/post-statement.ts'
import { Refusal } from '../ingest/refusal.ts'
import { handleSubmission, type Ingest } from '../ingest/submit.ts'
import { unknownRun } from '../store/documents.ts'
import { PROVENANCE_LEVELS } from '../store/origin.ts'
import { readStatements } from '../store/statements.ts'
import {
  type Api,
  answer,
  HASH,
  ID,
  notModified,
  objectSchema,
  rejected,
  sendBrief,
  sendCached,
  sendJson,
} from './api-common.ts'
import type { SentFile } from './sent-file.ts'

const ADDRESS = `/runs/:id(${RUN_ID.source})`
const PARAMS = { type: 'object', properties: { id: ID } }

const RUN = {
  summary: 'A run document, as canonical JSON (RFC 8785): the SHA-256 of these bytes is its hash',
  params: PARAMS,
  response: {
    200: { description: 'The document', type: 'object', additionalProperties: true },
    410: answer('Permanently deleted', 'Refusal'),
    ...notModified(),
    ...rejected(),
  },
}

const STATEMENTS = {
  summary:
    'Statements about a run: when it was submitted, and whether it was superseded or withdrawn, with the bundle if its submitter signed this',
  params: PARAMS,
  response: { 200: answer('Oldest first', 'Statements'), ...notModified(), ...rejected() },
}

const SUBMIT = {
  summary: 'Submit a run document',
  description: `The first line of the body is the Sigstore bundle that signs the document: an in-toto statement of the type ${SUBMISSION_TYPE}, for the address of this registry. The rest is one run document that is valid according to /schema/run/v1.json. The body may be compressed with gzip. Submitting the same document again returns 200 with the same permalink.`,
  sentBody: { type: 'string', description: 'A bundle in one line, and a document' },
  response: {
    201: answer('Stored durably', 'SubmissionResult'),
    200: answer('Already stored', 'SubmissionResult'),
    ...rejected(),
  },
}

const ADD_STATEMENT = {
  summary: 'Supersede or withdraw a run (only for the repository that submitted it)',
  description:
    'The body is the Sigstore bundle of a statement about the run: its subject is the document, and its predicate has "action": "supersede" and "by", or "action": "withdraw" and "reason".',
  params: PARAMS,
  sentBody: { type: 'object', description: 'A Sigstore bundle' },
  response: {
    201: { description: 'The statement was added. The body is the stored statement.', type: 'object' },
    200: { description: 'The statement was already present. The body is the stored statement.', type: 'object' },
    ...rejected(),
  },
}

/** The addresses of one run: its document and its statements. */
export function addRun(app: FastifyInstance, { registry, runFile }: Api): void {
  app.get(ADDRESS, { schema: RUN, config: { name: 'api-run' } }, async (request, reply) => {
    // This throws if the statements are unreadable, because one of them may say that the run was deleted.
    readStatements(registry, idOf(request))
    const { body, tag } = await documentOf(idOf(request))
    // The document never changes, but it may be deleted, so it is cached for an hour only.
    return sendCached(reply.header('etag', tag), body, 'public, max-age=3600')
  })
  app.get(
    `${ADDRESS}/statements`,
    { schema: STATEMENTS, config: { name: 'api-statements' } },
    async (request, reply) => {
      // This throws if the run does not exist. Such a run has no statements.
      if (readStatements(registry, idOf(request)).length === 0) await documentOf(idOf(request))
      return sendBrief(reply, { statements: readStatements(registry, idOf(request)) })
    },
  )

  async function documentOf(id: string): Promise<SentFile> {
    const file = await runFile(`${id}.json`)
    if (file === null) throw unknownRun(id)
    return file
  }
}

/** The addresses that accept a document or a statement. */
export function addSubmissions(app: FastifyInstance, { ingest, onSubmission, log }: Api): void {
  app.post('/runs', { schema: SUBMIT, config: { name: 'api-runs' } }, async ({ raw }, reply) => {
    const response = await handleSubmission(raw, enabled(ingest), log)
    onSubmission(response)
    return sendJson(reply, response)
  })
  app.post(
    `${ADDRESS}/statements`,
    { schema: ADD_STATEMENT, config: { name: 'api-statements' } },
    async (request, reply) => {
      return sendJson(reply, await handleStatement(request.raw, idOf(request), enabled(ingest), log))
    },
  )
}

/** @throws Refusal `submissions-disabled` */
function enabled(ingest: Ingest | null): Ingest {
  if (ingest !== null) return ingest
  const sentence =
    'This registry does not accept runs over HTTP. Its operator must start it with --ingest and --base-url.'
  throw new Refusal(403, 'submissions-disabled', sentence)
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id
}

/** The schemas of the bodies, by name. A test validates every response against them. */
export const RUN_SCHEMAS = {
  SubmissionResult: objectSchema({
    id: ID,
    hash: HASH,
    provenanceLevel: { enum: PROVENANCE_LEVELS },
    signedBy: {
      type: ['string', 'null'],
      description: 'the repository that signed the run; null if none did',
    },
    permalink: { type: 'string' },
  }),
  Statements: objectSchema({ statements: { type: 'array', items: { type: 'object', required: ['kind', 'at'] } } }),
}
