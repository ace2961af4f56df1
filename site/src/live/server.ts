import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { RegistryError } from '../errors.ts'
import { respondPlain, respondWith } from '../serve/respond.ts'
import { createSiteServer } from '../serve/server.ts'
import { type Api, type ApiResponse, answerApi } from './api.ts'
import { factsOf, type Log } from './log.ts'
import type { ServerMetrics } from './metrics.ts'
import type { SentFile } from './run-files.ts'
import type { RunAvailability } from './run-state.ts'
import type { Storage } from './storage.ts'

/** Everything a registry server uses. */
export interface ServerContext {
  /** The directory of the built site. */
  out: string
  api: Api
  metrics: ServerMetrics
  log: Log
  storage: Storage
  availabilityOf: (id: string) => RunAvailability
}

/**
 * Creates the registry server. It serves the built site, files of runs that are newer than the site (made on request),
 * the API, `/healthz` and `/metrics`. It closes connections that send too slowly.
 */
export function createRegistryServer(context: ServerContext): Server {
  const site = createSiteServer(context.out)
  const server = createServer({ connectionsCheckingInterval: 1000 }, (request, response) => {
    const began = performance.now()
    answer(context, site, request, response)
      .catch((error: unknown) => respondToError(context, error, response))
      .then((route) => {
        const finish = () => recordRequest(context, request, response, route, performance.now() - began)
        if (response.writableFinished || response.destroyed) finish()
        else response.once('close', finish)
      })
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 10_000
  server.maxConnections = 2000
  return server
}

async function answer(
  context: ServerContext,
  site: Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string> {
  const url = URL.parse(request.url ?? '/', 'http://registry.invalid')
  if (url === null) {
    respondPlain(response, 400, 'Invalid address.')
    return 'unknown'
  }
  if (url.pathname === '/healthz' || url.pathname === '/metrics') {
    const name = url.pathname === '/healthz' ? 'healthz' : 'metrics'
    if (!isReading(request)) respondPlain(response, 405, 'Method not allowed. Use GET or HEAD.', { allow: 'GET, HEAD' })
    else if (name === 'healthz') await health(context, request, response)
    else await metrics(context, request, response)
    return name
  }
  if (url.pathname.startsWith('/api/v1/')) return api(context, request, url, response)
  const [, id, extension = '.html'] = /^\/runs\/([a-z2-7]{26})(\.[a-z.]+)?$/.exec(decoded(url.pathname)) ?? []
  if (id !== undefined && isReading(request)) {
    const availability = context.availabilityOf(id)
    if (availability.deleted) return deletedRun(context, request, `${id}${extension}`, response)
    const name = `${id}${extension}`
    if (!availability.isBuilt(name) && (await newRun(context, request, name, response))) return 'new-run'
  }
  site.emit('request', request, response)
  return 'site'
}

function respondToError({ log }: ServerContext, error: unknown, response: ServerResponse): string {
  const damaged = error instanceof RegistryError
  if (damaged) log('error', error.code, { message: error.message })
  else log('error', 'unexpected', factsOf(error))
  if (response.headersSent) response.destroy()
  else if (damaged) respondPlain(response, 503, 'This run is damaged. It is not shown until the operator repairs it.')
  else respondPlain(response, 500, 'Internal error; see the server log.')
  return damaged ? 'damaged-run' : 'failed'
}

async function health(
  { api, storage }: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const indexed = await api.reader.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  )
  const status = !indexed ? 'index-unusable' : storage.isFull() ? 'storage-full' : 'ok'
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  sendTo(request, response, status === 'ok' ? 200 : 503, headers, `${JSON.stringify({ status })}\n`)
}

async function metrics({ metrics }: ServerContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  sendTo(request, response, 200, headers, await metrics.text())
}

async function api(
  context: ServerContext,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<string> {
  const { route, reply } = await answerApi(request, url, context.api)
  if (request.method === 'POST' && route === 'runs') context.metrics.submitted(outcomeOf(reply))
  if (request.method === 'POST') context.storage.recordStatus(reply.status)
  // If the body was not read to its end, close the connection and do not wait for the rest.
  if (!request.complete) response.shouldKeepAlive = false
  sendReply(request, response, reply)
  return `api-${route}`
}

function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, caching }: ApiResponse,
): void {
  const contentType = 'application/json; charset=utf-8'
  if (caching !== null)
    respondWith(request, response, status, { contentType, ...caching, body, size: body.length }, headers)
  else sendTo(request, response, status, { 'content-type': contentType, ...headers }, body)
}

function outcomeOf({ status, body }: ApiResponse): string {
  if (status === 201) return 'stored'
  if (status === 200) return 'duplicate'
  return /"code":"([a-z-]+)"/.exec(Buffer.from(body).toString())?.[1] ?? 'unknown'
}

/**
 * Decodes a path in the same way as the server of the built site, so that every spelling of an address means the same
 * run.
 */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Sends a file of a run that is newer than the site. If the document was damaged in the meantime, the page in the built
 * site stays.
 */
async function newRun(
  context: ServerContext,
  request: IncomingMessage,
  name: string,
  response: ServerResponse,
): Promise<boolean> {
  const file = await context.api.runFile(name).catch((error: unknown) => {
    if (!(error instanceof RegistryError) || error.code !== 'damaged-document') throw error
    context.log('error', 'damaged-document', { message: error.message })
    return null
  })
  if (file === null) return false
  sendRunFile(request, response, 200, file, name.endsWith('.json') ? 'public, max-age=3600' : 'no-cache')
  return true
}

/** Answers 410 for a deleted run, even if the built site still contains it. */
async function deletedRun(
  context: ServerContext,
  request: IncomingMessage,
  name: string,
  response: ServerResponse,
): Promise<string> {
  const page = name.endsWith('.html') ? await context.api.runFile(name) : null
  if (page !== null) sendRunFile(request, response, 410, page, 'no-cache')
  else
    respondPlain(response, 410, 'This run was permanently deleted from the registry.', { 'cache-control': 'no-cache' })
  return 'deleted-run'
}

function sendRunFile(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  file: SentFile,
  cacheControl: string,
): void {
  respondWith(request, response, status, { ...file, cacheControl, size: file.body.length })
}

function sendTo(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array,
): void {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers })
  response.end(method === 'HEAD' ? '' : body)
}

function recordRequest(
  { metrics, log }: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  ms: number,
) {
  metrics.request(route, response.statusCode, ms / 1000)
  if (route === 'healthz' || route === 'metrics') return
  const method = request.method ?? ''
  log('info', 'request', { method, route, status: response.statusCode, ms: Math.round(ms * 10) / 10 })
}
