import { createReadStream, existsSync, fstatSync, openSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { type Resource, resolveResource } from './resolve.ts'
import { respondPlain, respondWith } from './respond.ts'

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
  else respondPlain(response, 404, 'There is no such page.')
}

function respond(request: IncomingMessage, response: ServerResponse, status: number, resource: Resource): void {
  // Opened first: what takes its place meanwhile has another size.
  const file = openSync(resource.file, 'r')
  const { size, mtimeMs } = fstatSync(file)
  const tag = `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`
  const body = createReadStream('', { fd: file })
  respondWith(request, response, status, { ...resource, tag, size, body })
}
