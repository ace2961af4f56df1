import { RUN_ID } from '@plimsoll/schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RegistryError } from '../errors.ts'
import { handleStatement } from '../ingest/post-statement.ts'
import { Refusal } from '../ingest/refusal.ts'
import { handleSubmission, type Ingest } from '../ingest/submit.ts'
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
import type { SentFile } from './run-files.ts'

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
    'Statements about a run: who submitted it, what proves this, and whether the run was superseded or withdrawn',
  params: PARAMS,
  response: { 200: answer('Oldest first', 'Statements'), ...notModified(), ...rejected() },
}

const SUBMIT = {
  summary: 'Submit a run document',
  description:
    'The token is bound to the document: the audience of the token is the address of the registry, "#", and the "sha256:" hash of the document. Submitting the same document again returns 200 with the same permalink.',
  security: [{ workflow: [] }],
  headers: {
    type: 'object',
    properties: {
      'plimsoll-allow-private': {
        type: 'string',
        description: 'Set this to true to allow that the name of a private repository becomes public.',
      },
    },
  },
  sentBody: {
    type: 'object',
    description:
      'One run document that is valid according to /schema/run/v1.json. The body may be compressed with gzip.',
  },
  response: {
    201: answer('Stored durably', 'SubmissionResult'),
    200: answer('Already stored', 'SubmissionResult'),
    ...rejected(),
  },
}

const ADD_STATEMENT = {
  summary: 'Supersede or withdraw a run (only for the repository that submitted it)',
  description:
    'The token is bound to the hash of the statement (SHA-256 of its canonical JSON, RFC 8785). The audience of the token has the same form as for a document, with the hash of the statement.',
  security: [{ workflow: [] }],
  params: PARAMS,
  sentBody: { $ref: 'StateChange#' },
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
    if (file === null) throw new RegistryError('unknown-run', `Run "${id}" not found in this registry.`)
    return file
  }
}

/** The addresses that accept a document or a statement. */
export function addSubmissions(app: FastifyInstance, { ingest, onSubmission, log }: Api): void {
  app.post('/runs', { schema: SUBMIT, config: { name: 'api-runs' } }, async ({ raw }, reply) => {
    const response = await handleSubmission(raw, enabled(ingest), log)
    onSubmission('run', response)
    return sendJson(reply, response)
  })
  app.post(
    `${ADDRESS}/statements`,
    { schema: ADD_STATEMENT, config: { name: 'api-statements' } },
    async (request, reply) => {
      const response = await handleStatement(request.raw, idOf(request), enabled(ingest), log)
      onSubmission('statement', response)
      return sendJson(reply, response)
    },
  )
}

/** @throws Refusal `submissions-disabled` */
function enabled(ingest: Ingest | null): Ingest {
  if (ingest !== null) return ingest
  const sentence =
    'This registry does not accept runs over HTTP. Its operator must start it with --ingest and --base-url.'
  throw new Refusal(405, 'submissions-disabled', sentence)
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
      description: 'the repository that first submitted the run with a signed token; null if no repository did',
    },
    permalink: { type: 'string' },
  }),
  Statements: objectSchema({ statements: { type: 'array', items: { type: 'object', required: ['kind', 'at'] } } }),
  StateChange: {
    oneOf: [
      objectSchema({ run: ID, kind: { const: 'superseded' }, by: ID }),
      objectSchema({ run: ID, kind: { const: 'withdrawn' }, reason: { type: 'string', maxLength: 500 } }),
    ],
  },
}
