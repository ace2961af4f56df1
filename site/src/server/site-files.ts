import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RegistryError } from '../errors.ts'
import { createApp, sendSentence } from './create-app.ts'
import { chooseCacheControl, resolveFile } from './resolve-file.ts'
import type { RunAvailability } from './run-state.ts'
import type { SentFile } from './sent-file.ts'

const NOT_FOUND = '404.html'

/** The runs of a registry that may be newer than the built site. */
export interface CurrentRuns {
  findAvailability: (id: string) => RunAvailability
  /** Returns a file of a run, rendered now; null if there is none. @param name the path below `/runs` */
  runFile: (name: string) => Promise<SentFile | null>
  log: (error: unknown) => void
}

/** Creates a server for a built site alone. The server reads only files below the site's directory. */
export function createSiteServer(directory: string): FastifyInstance {
  const app = createApp()
  app.register(async (scope) => serveSite(scope, directory, null))
  return app
}

/**
 * Serves a built site. Files of runs that are newer than the site are made on request. A deleted run gets 410, even if
 * the built site still contains it.
 */
export function serveSite(app: FastifyInstance, directory: string, runs: CurrentRuns | null): void {
  // The plugin only sends files. Which file answers an address is decided here, as static hosts decide it.
  app.register(fastifyStatic, {
    root: path.resolve(directory),
    serve: false,
    cacheControl: false,
    lastModified: false,
    acceptRanges: false,
    index: false,
    dotfiles: 'ignore',
  })
  app.get('/*', async (request, reply) => {
    const [requestPath = '/', ...query] = (request.raw.url ?? '/').split('?')
    if (runs !== null && (await sendCurrentRun(runs, requestPath, request, reply))) return reply
    request.answeredBy = 'site'
    const name = resolveFile(directory, requestPath)
    if (name !== null && name !== NOT_FOUND) {
      return reply.header('cache-control', chooseCacheControl(name)).sendFile(name)
    }
    if (/[^/]\/$/.test(requestPath) && resolveFile(directory, requestPath.slice(0, -1)) !== null) {
      // Redirect to a relative address, because a proxy may serve the site under another path.
      reply.header('location', [`../${requestPath.slice(0, -1).split('/').at(-1)}`, ...query].join('?'))
      return sendSentence(reply, 308, 'Moved to the address without a trailing slash.')
    }
    return sendNotFound(directory, reply)
  })
  // A build may remove a file after it was found and before it was read.
  app.setNotFoundHandler((_request, reply) => sendNotFound(directory, reply))
}

/** Sends the 404 page of a built site. @param directory of the site */
async function sendNotFound(directory: string, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-cache')
  const page = await readFile(path.join(directory, NOT_FOUND)).catch(() => null)
  return page === null
    ? sendSentence(reply, 404, 'Page not found.')
    : reply.code(404).type('text/html; charset=utf-8').send(page)
}

/** Answers a request for a run that was deleted or is newer than the site. Returns false for every other request. */
async function sendCurrentRun(
  { findAvailability, runFile, log }: CurrentRuns,
  requestPath: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const [, id, extension = '.html'] = /^\/runs\/([a-z2-7]{26})(\.[a-z.]+)?$/.exec(decoded(requestPath)) ?? []
  if (id === undefined) return false
  const name = `${id}${extension}`
  const availability = findAvailability(id)
  if (availability.deleted) {
    request.answeredBy = 'deleted-run'
    const page = name.endsWith('.html') ? await runFile(name) : null
    reply.code(410).header('cache-control', 'no-cache')
    if (page === null) sendSentence(reply, 410, 'This run was permanently deleted from the registry.')
    else reply.type(page.contentType).send(page.body)
    return true
  }
  if (availability.isBuilt(name)) return false
  const file = await runFile(name).catch((error: unknown) => {
    // The document was damaged in the meantime. The page in the built site stays.
    if (!(error instanceof RegistryError) || error.code !== 'damaged-document') throw error
    log(error)
    return null
  })
  if (file === null) return false
  request.answeredBy = 'new-run'
  reply.type(file.contentType).headers({ 'cache-control': chooseCacheControl(path.join('runs', name)), etag: file.tag })
  reply.send(file.body)
  return true
}

/** Decodes a path as `resolveFile` does, so that every spelling of an address means the same run. */
function decoded(requestPath: string): string {
  try {
    return decodeURIComponent(requestPath)
  } catch {
    return requestPath
  }
}
