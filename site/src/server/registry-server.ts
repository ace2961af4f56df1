import type { FastifyError, FastifyInstance } from 'fastify'
import { RegistryError } from '../errors.ts'
import type { Template } from '../page-parts/template.ts'
import { addApi } from './api.ts'
import type { Api } from './api-common.ts'
import { createApp, sendSentence } from './create-app.ts'
import { errorFacts, type Log } from './event-log.ts'
import type { ServerMetrics } from './metrics.ts'
import type { RunAvailability } from './run-state.ts'
import { serveSite } from './site-files.ts'

/** Everything a registry server uses. */
export interface ServerContext {
  /** The directory of the built site. */
  out: string
  api: Omit<Api, 'onSubmission'>
  template: Template
  /** Whether the index answers, and takes new runs. */
  isIndexUsable(): Promise<boolean>
  metrics: ServerMetrics
  log: Log
  /** The host on which a server without a public address listens; null if it has one. See `createApp`. */
  localHost: string | null
  findAvailability: (id: string) => RunAvailability
}

/**
 * Creates the registry server. It serves the built site, files of runs that are newer than the site (made on request),
 * the API, `/healthz` and `/metrics`.
 */
export function createRegistryServer(context: ServerContext): FastifyInstance {
  const { out, api, metrics, log, findAvailability } = context
  const app = createApp({ localHost: context.localHost })
  app.addHook('onRequest', async (request) => {
    const { name } = request.routeOptions.config as { name?: string }
    request.answeredBy = name ?? 'unknown'
  })
  app.addHook('onResponse', async ({ method, answeredBy: route }, { statusCode: status, elapsedTime }) => {
    metrics.request(route, status, elapsedTime / 1000)
    if (route === 'healthz' || route === 'metrics') return
    log('info', 'request', { method, route, status, ms: Math.round(elapsedTime * 10) / 10 })
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Fastify refuses a request that it cannot handle.
    const { statusCode: status = 500 } = error
    if (status >= 400 && status < 500) return sendSentence(reply, status, error.message)
    request.answeredBy = 'failed'
    if (!(error instanceof RegistryError)) {
      log('error', 'unexpected', errorFacts(error))
      return sendSentence(reply, 500, 'Internal error; see the server log.')
    }
    log('error', error.code, { message: error.message })
    if (!error.code.startsWith('damaged-'))
      return sendSentence(
        reply,
        503,
        'The registry is set up wrong. The server log says what its operator must repair.',
      )
    request.answeredBy = 'damaged-run'
    return sendSentence(reply, 503, 'This run is damaged. It is not shown until the operator repairs it.')
  })
  app.register(async (scope) => {
    addOperatorAddresses(scope, context)
    const onSubmission: Api['onSubmission'] = (response) => metrics.submitted(outcomeOf(response))
    await scope.register((child) => addApi(child, { ...api, onSubmission }), { prefix: '/api/v1' })
    serveSite(scope, out, { findAvailability, runFile: api.runFile, log: api.log })
  })
  return app
}

/** The addresses for the operator: `/healthz` and `/metrics`. */
function addOperatorAddresses(app: FastifyInstance, { isIndexUsable, metrics }: ServerContext): void {
  app.get('/healthz', { config: { name: 'healthz' } }, async (_request, reply) => {
    const status = (await isIndexUsable()) ? 'ok' : 'index-unusable'
    return reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status })
  })
  app.get('/metrics', { config: { name: 'metrics' } }, async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return metrics.text()
  })
}

function outcomeOf({ status, body }: { status: number; body: Record<string, unknown> }): string {
  if (status === 201) return 'stored'
  return status === 200 ? 'duplicate' : String(body.code)
}
