import swagger from '@fastify/swagger'
import { RUN_ID } from '@plimsoll/schema'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { RegistryError } from '../errors.ts'
import { handleStatement } from '../ingest/post-statement.ts'
import { wrongContentType } from '../ingest/read-body.ts'
import { type JsonResponse, Refusal, refusalResponse } from '../ingest/refusal.ts'
import { handleSubmission, type Ingest } from '../ingest/submit.ts'
import type { ListPosition } from '../store/queries.ts'
import { historyOfEngine, historyOfProject, historyOfWorkload } from '../store/queries-history.ts'
import { listRuns, type RunFilter } from '../store/queries-list.ts'
import type { Registry } from '../store/registry.ts'
import { isDeleted, readStatements } from '../store/statements.ts'
import { API_SCHEMAS, DESCRIPTION, ROUTES } from './api-description.ts'
import { READING } from './create-app.ts'
import type { SentFile } from './run-files.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** The schema of a body that the handler reads and validates itself. */
    sentBody?: object
  }
}

/** Everything the API needs to answer. */
export interface Api {
  registry: Registry
  reader: PrismaClient
  /** What the API needs to accept submissions; null if the registry accepts none. */
  ingest: Ingest | null
  /**
   * Returns a file of a run, rendered now or cached; null if there is none.
   * @param name the file's path below `/runs`
   */
  runFile: (name: string) => Promise<SentFile | null>
  /** Called with the response to each attempt to submit a document or a statement. */
  onSubmission: (kind: 'run' | 'statement', response: JsonResponse) => void
  log: (error: unknown) => void
}

/** The number of seconds until the next attempt while the server is busy. */
const RETRY_AFTER = 5
const RUN_ADDRESS = `/runs/:id(${RUN_ID.source})`

/** The addresses of the API. An error becomes a JSON response with a code and a sentence. */
export async function addApi(app: FastifyInstance, api: Api): Promise<void> {
  await app.register(swagger, {
    openapi: DESCRIPTION,
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    // The handlers validate bodies themselves, so Fastify may not know their schemas.
    transform: ({ schema: { sentBody: body, ...schema } = {}, url }) => ({
      url,
      schema: { ...schema, ...(body && { body }) },
    }),
  })
  for (const [$id, schema] of Object.entries(API_SCHEMAS)) app.addSchema({ $id, ...schema })
  // The default serializer would silently omit fields that a schema lacks.
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('preValidation', async ({ query }) => {
    // The validator would take "0x10" and "1e3" for whole numbers, too.
    const { limit } = query as { limit?: unknown }
    if (limit !== undefined && !/^\d+$/.test(String(limit))) throw badQuery('"limit" must be a whole number')
  })
  app.setErrorHandler((error, request, reply) => {
    // The client gets a 503 (try again); the operator should know about the error as well.
    if (error instanceof RegistryError && error.code.startsWith('damaged-')) api.log(error)
    const { id = '' } = (request.params ?? {}) as { id?: string }
    return sendJson(reply, refusalResponse(asRefusal(error, api.registry, id), api.log))
  })
  addLists(app, api)
  addRun(app, api)
  if (api.ingest !== null) addSubmissions(app, api, api.ingest)
  const hidden = { schema: { hide: true } }
  app.get('/openapi.json', { ...hidden, config: { name: 'api-openapi' } }, (_request, reply) =>
    sendBrief(reply, app.swagger()),
  )
  rejectOthers(app, '/openapi.json', READING)
  for (const address of ['/runs', `${RUN_ADDRESS}/statements`]) {
    rejectOthers(app, address, api.ingest === null ? READING : [...READING, 'POST'], api.ingest === null)
  }
  for (const address of ['/history', RUN_ADDRESS]) rejectOthers(app, address, READING)
  app.all('/*', hidden, () => {
    throw new Refusal(404, 'no-such-route', 'Unknown address. GET /api/v1/openapi.json lists the available addresses.')
  })
}

function addLists(app: FastifyInstance, api: Api): void {
  const { reader } = api
  app.get('/runs', { schema: ROUTES.listRuns, config: { name: 'api-runs' } }, async ({ query }, reply) => {
    const { limit, after: given, ...filter } = query as RunFilter & { limit: number; after?: string }
    const after = given === undefined ? null : readCursor(given)
    if (given !== undefined && after === null) throw badQuery('"after" must be the "next" value of an earlier response')
    if (filter.project !== undefined) filter.project = filter.project.toLowerCase()
    // Read one run more than the page shows, to learn whether there is a next page.
    const found = await fromIndex(listRuns(reader, filter, after, limit + 1), api)
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const next = found.length > limit && last !== undefined ? writeCursor(last) : null
    return sendBrief(reply, { runs: shown, next })
  })
  app.get('/history', { schema: ROUTES.getHistory, config: { name: 'api-history' } }, async ({ query }, reply) => {
    const { limit, scenario, ...subject } = query as HistoryQuery
    const [[kind, name] = [], ...others] = Object.entries(subject)
    if (kind === undefined || name === undefined || others.length > 0) {
      throw badQuery('give exactly one of "workload", "engine" and "project"')
    }
    const { points, truncated } = await fromIndex(HISTORIES[kind as keyof typeof HISTORIES](reader, name), api)
    const matching = scenario === undefined ? points : points.filter((point) => point.scenario === scenario)
    return sendBrief(reply, { points: matching.slice(-limit), truncated: truncated || matching.length > limit })
  })
}

const HISTORIES = {
  workload: historyOfWorkload,
  engine: historyOfEngine,
  project: (reader: PrismaClient, name: string) => historyOfProject(reader, name.toLowerCase()),
}

type HistoryQuery = { limit: number; scenario?: string } & { [kind in keyof typeof HISTORIES]?: string }

function addRun(app: FastifyInstance, { registry, runFile }: Api): void {
  app.get(RUN_ADDRESS, { schema: ROUTES.getRun, config: { name: 'api-run' } }, async (request, reply) => {
    // This throws if the statements are unreadable, because one of them may say that the run was deleted.
    readStatements(registry, idOf(request))
    const { body, tag } = await documentOf(idOf(request))
    // The document never changes, but it may be deleted, so it is cached for an hour only.
    return sendOpen(reply.header('etag', tag), body, 'public, max-age=3600')
  })
  app.get(
    `${RUN_ADDRESS}/statements`,
    { schema: ROUTES.listStatements, config: { name: 'api-statements' } },
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

function addSubmissions(app: FastifyInstance, { onSubmission, log }: Api, ingest: Ingest): void {
  app.post('/runs', { schema: ROUTES.submitRun, config: { name: 'api-runs' } }, async ({ raw }, reply) => {
    const response = await handleSubmission(raw, ingest, log)
    onSubmission('run', response)
    return sendJson(reply, response)
  })
  app.post(
    `${RUN_ADDRESS}/statements`,
    { schema: ROUTES.addStatement, config: { name: 'api-statements' } },
    async (request, reply) => {
      const response = await handleStatement(request.raw, idOf(request), ingest, log)
      onSubmission('statement', response)
      return sendJson(reply, response)
    },
  )
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id
}

/**
 * Answers 405 to every other method of an address (RFC 9110, section 15.5.6).
 * @param submissionsDisabled whether the address would accept POST if the registry accepted submissions
 */
function rejectOthers(
  app: FastifyInstance,
  address: string,
  methods: readonly string[],
  submissionsDisabled = false,
): void {
  app.route({
    method: app.supportedMethods.filter((method) => !methods.includes(method)),
    url: address,
    schema: { hide: true },
    handler: ({ method }, reply) => {
      reply.header('allow', methods.join(', '))
      if (submissionsDisabled && method === 'POST') {
        const sentence =
          'This registry does not accept runs over HTTP. Its operator must start it with --ingest and --base-url.'
        throw new Refusal(405, 'submissions-disabled', sentence)
      }
      const sentence = 'Method not allowed. Use GET or HEAD to read, and POST only to submit runs and statements.'
      throw new Refusal(405, 'method-not-allowed', sentence)
    },
  })
}

/**
 * Turns a failure of the index into a 503 (try again), because the server of the index may be unreachable for a while.
 * Documents are served meanwhile.
 */
async function fromIndex<Found>(found: Promise<Found>, { log }: Api): Promise<Found> {
  try {
    return await found
  } catch (error) {
    log(error)
    const message = 'The index of this registry is unavailable. Try again in a minute.'
    throw new Refusal(503, 'index-unusable', message, { retryAfter: 60 })
  }
}

function badQuery(what: string): Refusal {
  return new Refusal(400, 'bad-query', `Invalid query: ${what}.`)
}

/** Turns errors that are not the server's fault into refusals. Returns any other error unchanged. */
function asRefusal(error: unknown, registry: Registry, id: string): unknown {
  if (error instanceof RegistryError) return runRefusal(error, registry, id)
  const { validation, code, statusCode = 500, message } = error as Partial<FastifyError>
  const fault = validation?.[0]
  if (fault !== undefined) return badQuery(describeFault(fault))
  if (code?.startsWith('FST_ERR_CTP')) return wrongContentType()
  if (statusCode === 503) return new Refusal(503, 'busy', `${message}.`, { retryAfter: RETRY_AFTER })
  return error
}

function runRefusal(error: RegistryError, registry: Registry, id: string): unknown {
  if (error.code === 'unknown-run' && isDeleted(readStatements(registry, id))) {
    return new Refusal(410, 'deleted-run', `Run ${id} was permanently deleted from this registry.`)
  }
  if (error.code === 'unknown-run') return new Refusal(404, error.code, error.message)
  if (!error.code.startsWith('damaged-')) return error
  return new Refusal(503, error.code, `Run ${id} is damaged. It is not shown until the operator repairs it.`)
}

/** Describes what is wrong with a query. */
function describeFault({ instancePath, message, params }: NonNullable<FastifyError['validation']>[number]): string {
  const name = instancePath.slice(1)
  return name === '' ? `unknown parameter "${params.additionalProperty}"` : `"${name}" ${message}`
}

/** Sends a response that may change at any time. It is cached for 15 s. */
function sendBrief(reply: FastifyReply, value: object): FastifyReply {
  return sendOpen(reply, JSON.stringify(value), 'public, max-age=15')
}

/** Allows pages of any origin to read the response. */
function sendOpen(reply: FastifyReply, body: string | Buffer, cacheControl: string): FastifyReply {
  reply.headers({ 'access-control-allow-origin': '*', 'cache-control': cacheControl })
  return reply.type('application/json; charset=utf-8').send(body)
}

function sendJson(reply: FastifyReply, { status, headers, body }: JsonResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .send(body)
}

/** Encodes a position in a list of runs as a cursor: opaque text for a URL. */
function writeCursor({ startedAt, id }: ListPosition): string {
  return Buffer.from(`${startedAt} ${id}`).toString('base64url')
}

/** Decodes a cursor (a position in a list of runs); null if the cursor is invalid. */
function readCursor(text: string): ListPosition | null {
  const plain = Buffer.from(text, 'base64url').toString('utf8')
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([a-z2-7]{26})$/.exec(plain) ?? []
  return startedAt === undefined || id === undefined ? null : { startedAt, id }
}
