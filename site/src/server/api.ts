import swagger from '@fastify/swagger'
import type { FastifyError, FastifyInstance } from 'fastify'
import { RegistryError } from '../errors.ts'
import { wrongContentType } from '../ingest/read-body.ts'
import { busy, Refusal, refusalResponse } from '../ingest/refusal.ts'
import type { Registry } from '../store/registry.ts'
import { isDeleted, readStatements } from '../store/statements.ts'
import { type Api, badQuery, COMMON_SCHEMAS, sendBrief, sendJson } from './api-common.ts'
import { addRun, addSubmissions, RUN_SCHEMAS } from './api-run.ts'
import { addQueries, QUERIES } from './query-routes.ts'

/** The schemas of every request and response, by name. */
export const API_SCHEMAS: Record<string, object> = {
  ...COMMON_SCHEMAS,
  ...RUN_SCHEMAS,
  ...Object.assign({}, ...QUERIES.map(({ schemas }) => schemas)),
}

/** The API in OpenAPI 3.1, without the addresses: @fastify/swagger adds them from the schemas of the routes. */
const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Plimsoll registry',
    version: '1',
    description:
      'Reading runs requires no authentication. Submitting a run requires a Sigstore bundle that a job signed. Lists begin with the newest run.',
    license: { name: 'CC0-1.0 (data, unless a document says otherwise)', identifier: 'CC0-1.0' },
  },
}

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
  addQueries(app, api)
  addRun(app, api)
  addSubmissions(app, api)
  app.get('/openapi.json', { schema: { hide: true }, config: { name: 'api-openapi' } }, (_request, reply) =>
    sendBrief(reply, app.swagger()),
  )
  app.all('/*', { schema: { hide: true } }, () => {
    throw new Refusal(404, 'no-such-route', 'Unknown address. GET /api/v1/openapi.json lists the available addresses.')
  })
}

/** Turns errors that are not the server's fault into refusals. Returns any other error unchanged. */
function asRefusal(error: unknown, registry: Registry, id: string): unknown {
  if (error instanceof RegistryError) return runRefusal(error, registry, id)
  const { validation, code, statusCode = 500, message } = error as Partial<FastifyError>
  const fault = validation?.[0]
  if (fault !== undefined) return badQuery(describeFault(fault))
  if (code?.startsWith('FST_ERR_CTP')) return wrongContentType()
  if (statusCode === 503) return busy(`${message}.`)
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
