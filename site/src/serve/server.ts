import { createReadStream, existsSync, fstatSync, openSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { type Resource, resolveResource } from './resolve.ts'
import { respondPlain, respondWith } from './respond.ts'

/** Creates a server for a built site. The server reads only files below the site's directory. */
export function createSiteServer(directory: string): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      respondPlain(response, 405, 'Method not allowed. Use GET or HEAD.', { allow: 'GET, HEAD' })
      return
    }
    const [requestPath = '/', ...query] = (request.url ?? '/').split('?')
    try {
      const resource = resolveResource(directory, requestPath)
      if (resource !== null && resource.file !== path.join(directory, NOT_FOUND)) {
        respond(request, response, 200, resource)
      } else if (/[^/]\/$/.test(requestPath) && resolveResource(directory, requestPath.slice(0, -1)) !== null) {
        const name = requestPath.slice(0, -1).split('/').at(-1)
        // Redirect to a relative address, because a proxy may serve the site under another path.
        respondPlain(response, 308, 'Moved to the address without a trailing slash.', {
          location: [`../${name}`, ...query].join('?'),
        })
      } else {
        respondMissing(request, response, directory)
      }
    } catch {
      // A build replaced the site after the file was found and before it was read.
      respondPlain(response, 503, 'The site is being replaced. Try again.', { 'retry-after': '1' })
    }
  })
}

const NOT_FOUND = '404.html'

function respondMissing(request: IncomingMessage, response: ServerResponse, directory: string): void {
  const file = path.join(directory, NOT_FOUND)
  const page = { file, contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache' }
  if (existsSync(file)) respond(request, response, 404, page)
  else respondPlain(response, 404, 'Page not found.')
}

function respond(request: IncomingMessage, response: ServerResponse, status: number, resource: Resource): void {
  // Open the file before reading its size: a build may replace it by one of another size in between.
  const file = openSync(resource.file, 'r')
  const { size, mtimeMs } = fstatSync(file)
  const tag = `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`
  const body = createReadStream('', { fd: file })
  respondWith(request, response, status, { ...resource, tag, size, body })
}
