import { RUN_ID } from '@plimsoll/schema'
import type { FastifyReply } from 'fastify'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type JsonResponse, Refusal } from '../ingest/refusal.ts'
import type { Ingest } from '../ingest/submit.ts'
import type { Registry } from '../store/registry.ts'
import type { SentFile } from './sent-file.ts'

// What the addresses of the API share: what they need to answer, parts of their schemas, and ways to respond.

declare module 'fastify' {
  interface FastifySchema {
    /** The schema of a body that the handler reads and validates itself. */
    sentBody?: object
  }
}

/** Everything the API needs to answer. */
export interface Api {
  registry: Registry
  /** Reads the index. */
  reader: PrismaClient
  /** What the API needs to accept submissions; null if the registry accepts none. */
  ingest: Ingest | null
  /**
   * Returns a file of a run, rendered now; null if there is none.
   * @param name the file's path below `/runs`
   */
  runFile: (name: string) => Promise<SentFile | null>
  /** Called with the response to each attempt to submit a document. */
  onSubmission: (response: JsonResponse) => void
  log: (error: unknown) => void
}

export const HASH = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }
export const ID = { type: 'string', pattern: RUN_ID.source }

/** The schemas that all addresses share, by name. */
export const COMMON_SCHEMAS = {
  Refusal: {
    type: 'object',
    required: ['code', 'message'],
    additionalProperties: false,
    properties: {
      code: { type: 'string', pattern: '^[a-z-]+$' },
      message: { type: 'string' },
      errors: {
        type: 'array',
        items: { type: 'object', required: ['pointer', 'message'] },
      },
    },
  },
}

/** A parameter of 1 to 200 characters. */
export function textParam(description: string) {
  return { type: 'string', minLength: 1, maxLength: 200, description }
}

/** A parameter that is a whole number of at least 1. */
export function wholeParam(description: string, { usual, maximum }: { usual: number; maximum: number }) {
  return {
    ...{ type: 'integer', minimum: 1, maximum, default: usual },
    description: `${description}, at most ${maximum} (default: ${usual})`,
  }
}

/** A response with a body of this schema. */
export function answer(description: string, schema: string) {
  return { description, $ref: `${schema}#` }
}

/** The response to a request whose If-None-Match names the current ETag. */
export function notModified() {
  return { 304: { description: 'Not modified', type: 'null' } }
}

/** The responses with one sentence and a code. */
export function rejected() {
  return { '4xx': answer('Rejected', 'Refusal'), '5xx': answer('Temporarily unavailable', 'Refusal') }
}

/** An object that has exactly these properties. */
export function objectSchema(properties: Record<string, unknown>) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}

/** Sends a response that may change at any time. It is cached for 15 s. */
export function sendBrief(reply: FastifyReply, value: object): FastifyReply {
  return sendCached(reply, JSON.stringify(value), 'public, max-age=15')
}

/** Sends JSON that may be cached. */
export function sendCached(reply: FastifyReply, body: string | Buffer, cacheControl: string): FastifyReply {
  reply.header('cache-control', cacheControl)
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Sends a response that must not be cached. */
export function sendJson(reply: FastifyReply, { status, headers, body }: JsonResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body)
}

/** The refusal of a query. */
export function badQuery(what: string): Refusal {
  return new Refusal(400, 'bad-query', `Invalid query: ${what}.`)
}
