import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SCRIPTED_POLICY } from '../page/shell.ts'
import type { Template } from '../page/template.ts'
import { makeRunFile } from '../run-page/run-file.ts'
import { resolveResource } from '../serve/resolve.ts'
import { createSiteServer } from '../serve/server.ts'
import type { Registry } from '../store/registry.ts'
import { type Api, answerApi } from './api.ts'
import { factsOf, type Log } from './log.ts'
import type { ServerMetrics } from './metrics.ts'

/** What a registry's server has around it. */
export interface Live {
  /** The built site. */
  out: string
  registry: Registry
  template: Template
  api: Api
  metrics: ServerMetrics
  log: Log
  /** Whether something was said of a run since the site was built. */
  isNewer: (id: string) => boolean
}

/**
 * The registry's server: the built site; the files of runs that are newer than it, made when they are asked for; the
 * API; `/healthz` and `/metrics`. Whoever sends slowly is cut off.
 */
export function createRegistryServer(live: Live): Server {
  const site = createSiteServer(live.out)
  const server = createServer({ connectionsCheckingInterval: 1000 }, (request, response) => {
    const began = performance.now()
    answer(live, site, request, response).then(
      (route) => {
        const finish = () => note(live, request, response, route, performance.now() - began)
        if (response.writableFinished) finish()
        else response.once('close', finish)
      },
      (error: unknown) => {
        live.log('error', 'unexpected', factsOf(error))
        if (response.headersSent) response.destroy()
        else send(response, 500, { 'content-type': 'text/plain; charset=utf-8' }, 'This should not have happened.\n')
      },
    )
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 10_000
  server.maxConnections = 2000
  return server
}

async function answer(live: Live, site: Server, request: IncomingMessage, response: ServerResponse): Promise<string> {
  const url = URL.parse(request.url ?? '/', 'http://registry.invalid')
  if (url === null) {
    send(response, 400, { 'content-type': 'text/plain; charset=utf-8' }, 'This is no address.\n')
    return 'unknown'
  }
  if (url.pathname === '/healthz') return health(live, response)
  if (url.pathname === '/metrics') return metrics(live, response)
  if (url.pathname.startsWith('/api/v1/')) return api(live, request, url, response)
  const [, id, extension = '.html'] = /^\/runs\/([a-z2-7]{26})(\.[a-z.]+)?$/.exec(url.pathname) ?? []
  const reading = request.method === 'GET' || request.method === 'HEAD'
  if (id !== undefined && reading && (live.isNewer(id) || resolveResource(live.out, url.pathname) === null)) {
    if (await newRun(live, request, `${id}${extension}`, response)) return 'new-run'
  }
  site.emit('request', request, response)
  return 'site'
}

async function health({ api: { reader } }: Live, response: ServerResponse): Promise<string> {
  let healthy = true
  await reader.$queryRaw`SELECT 1`.catch(() => {
    healthy = false
  })
  const body = `${JSON.stringify({ status: healthy ? 'ok' : 'index-unusable' })}\n`
  send(response, healthy ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' }, body)
  return 'healthz'
}

async function metrics({ metrics }: Live, response: ServerResponse): Promise<string> {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  send(response, 200, headers, await metrics.text())
  return 'metrics'
}

async function api(live: Live, request: IncomingMessage, url: URL, response: ServerResponse): Promise<string> {
  const { route, reply } = await answerApi(request, url, live.api)
  if (request.method === 'POST' && route === 'runs') live.metrics.handedIn(outcomeOf(reply))
  // Of a body that was not read to its end the rest is not waited for.
  if (!request.complete) response.shouldKeepAlive = false
  send(response, reply.status, reply.headers, request.method === 'HEAD' ? '' : reply.body)
  return `api-${route}`
}

function outcomeOf({ status, body }: { status: number; body: string | Uint8Array }): string {
  if (status === 201) return 'stored'
  if (status === 200) return 'known'
  return /"code":"([a-z-]+)"/.exec(String(body))?.[1] ?? 'unknown'
}

async function newRun(
  { registry, template }: Live,
  request: IncomingMessage,
  name: string,
  response: ServerResponse,
): Promise<boolean> {
  const made = await makeRunFile(registry, template, name)
  if (made === null) return false
  const headers = {
    'content-type': made.contentType,
    'cache-control': 'no-cache',
    'content-security-policy': SCRIPTED_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  send(response, 200, headers, request.method === 'HEAD' ? '' : made.body)
  return true
}

function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array,
): void {
  response.writeHead(status, headers)
  response.end(body)
}

function note({ metrics, log }: Live, request: IncomingMessage, response: ServerResponse, route: string, ms: number) {
  metrics.request(route, response.statusCode, ms / 1000)
  if (route === 'healthz' || route === 'metrics') return
  const method = request.method ?? ''
  log('info', 'request', { method, route, status: response.statusCode, ms: Math.round(ms * 10) / 10 })
}
