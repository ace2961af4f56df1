import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import { NOT_FOUND_POLICY, SCRIPTED_POLICY } from '../page/shell.ts'
import { type Resource, resolveResource } from './resolve.ts'

/** A server for a built site. It reads files below the directory, and nothing else. */
export function createSiteServer(directory: string): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      respondPlain(response, 405, 'Only GET and HEAD are answered.', { allow: 'GET, HEAD' })
      return
    }
    const [requestPath = '/', ...query] = (request.url ?? '/').split('?')
    try {
      const resource = resolveResource(directory, requestPath)
      if (resource !== null && resource.file !== path.join(directory, NOT_FOUND)) {
        respond(request, response, 200, resource)
      } else if (/[^/]\/$/.test(requestPath) && resolveResource(directory, requestPath.slice(0, -1)) !== null) {
        const name = requestPath.slice(0, -1).split('/').at(-1)
        // Relative, because the site may be served under another path than this server knows.
        respondPlain(response, 308, 'It is here without the slash.', { location: [`../${name}`, ...query].join('?') })
      } else {
        respondMissing(request, response, directory)
      }
    } catch {
      // A build put another site in place between finding the file and reading it.
      respondPlain(response, 503, 'The site is being replaced; ask again.', { 'retry-after': '1' })
    }
  })
}

const NOT_FOUND = '404.html'

function respondMissing(request: IncomingMessage, response: ServerResponse, directory: string): void {
  const file = path.join(directory, NOT_FOUND)
  const page = { file, contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache' }
  if (existsSync(file)) respond(request, response, 404, page)
  else respondPlain(response, 404, 'There is no such page.', {})
}

function respond(request: IncomingMessage, response: ServerResponse, status: number, resource: Resource): void {
  const { size, mtimeMs } = statSync(resource.file)
  const compressed = isText(resource) && acceptsGzip(request)
  const tag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}${compressed ? '-gz' : ''}"`
  const unchanged = status === 200 && request.headers['if-none-match'] === tag
  response.writeHead(unchanged ? 304 : status, {
    ...HEADERS,
    'content-security-policy': policyFor(status, resource),
    'content-type': resource.contentType,
    'cache-control': resource.cacheControl,
    etag: tag,
    ...(isText(resource) && { vary: 'accept-encoding' }),
    ...(compressed && { 'content-encoding': 'gzip' }),
    ...(!unchanged && !compressed && { 'content-length': size }),
  })
  if (unchanged || request.method === 'HEAD') {
    response.end()
    return
  }
  const file = createReadStream(resource.file)
  // Where it fails, the reader sees that the answer is not whole; nothing else can be said after the head.
  if (compressed) pipeline(file, createGzip(), response, () => {})
  else pipeline(file, response, () => {})
}

function isText({ contentType }: Resource): boolean {
  return /^(text|application\/(json|xml)|image\/svg)/.test(contentType)
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''))
}

/** What brings its style with it may: the page for what is not there, and a picture that somebody opens by itself. */
function policyFor(status: number, { contentType }: Resource): string {
  return status === 404 || contentType === 'image/svg+xml' ? NOT_FOUND_POLICY : SCRIPTED_POLICY
}

function respondPlain(response: ServerResponse, status: number, text: string, headers: Record<string, string>): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers })
  response.end(`${text}\n`)
}

/** What is the most any page may do; each page says of itself how much less it does. */
const HEADERS = {
  'content-security-policy': SCRIPTED_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
