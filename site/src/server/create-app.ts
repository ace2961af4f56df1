import { createHash } from 'node:crypto'
import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import fresh from 'fresh'
import { NO_FRAMES, NOT_FOUND_POLICY, PICTURE_POLICY, SCRIPTED_POLICY } from '../page-parts/policies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What answered the request, for logs and metrics. It contains no ids or names. */
    answeredBy: string
  }
}

const SECURITY = {
  'content-security-policy': `${SCRIPTED_POLICY}${NO_FRAMES}`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const OPEN = { 'access-control-allow-origin': '*' }

const NOT_PUBLIC =
  'This registry has no public address. Open it on its own machine by the name localhost, or serve it with --base-url.'

/** The names of this machine (RFC 6761, section 6.3). */
const LOOPBACK = /^(localhost|127(\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])$/i
/** A header `Host`: a name or an address, and perhaps a port. */
const HOST = /^(\[[^\]]+\]|[^:@]+)(:\d{1,5})?$/

/**
 * Creates a server without addresses. It has the limits and headers of every response: it closes connections that send
 * too slowly (a proxy limits those that read too slowly), compresses text, answers 304 if the client has the content already, and adds the security headers.
 * @param localHost the host on which a server without a public address listens. Such a server answers only requests for
 *   this machine and this host, and no other page may read its answers or show its pictures. Otherwise a page of the
 *   web could read a private registry, by a name that leads to this machine (DNS rebinding), or find out about it.
 */
export function createApp({ localHost = null }: { localHost?: string | null } = {}): FastifyInstance {
  const security = {
    ...SECURITY,
    // Charts of a public registry are embedded in other sites, also in isolated ones (COEP), which require this header.
    'cross-origin-resource-policy': localHost === null ? 'cross-origin' : 'same-origin',
  }
  const app = fastify({
    requestTimeout: 60_000,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    // Fastify would otherwise remove unknown parameters instead of rejecting the request.
    ajv: { customOptions: { removeAdditional: false } },
    // An address that cannot be decoded. Fastify calls no hooks for it.
    frameworkErrors: (_error, _request, reply) => sendSentence(reply.headers(security), 404, 'Page not found.'),
  })
  app.server.maxConnections = 2000
  app.decorateRequest('answeredBy', 'unknown')
  // The handlers read the body themselves, with limits of their own (see `readBody`).
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  if (localHost !== null) {
    const own = (localHost.includes(':') ? `[${localHost}]` : localHost).toLowerCase()
    app.addHook('onRequest', async ({ host }, reply) => {
      const [, name = ''] = HOST.exec(host) ?? []
      if (LOOPBACK.test(name) || name.toLowerCase() === own) return
      return sendSentence(reply, 421, NOT_PUBLIC)
    })
  }
  app.addHook('onSend', async (request, reply, payload) => {
    const contentType = String(reply.getHeader('content-type') ?? '')
    reply.headers({
      ...security,
      'content-security-policy': policyFor(reply.statusCode, contentType),
      ...(isText(contentType) && { vary: 'accept-encoding' }),
      // Pages of any origin may read the data of a public registry. There are no credentials.
      ...(localHost === null && request.method !== 'POST' && isData(contentType) && OPEN),
      // If the body was not read to its end, close the connection and do not wait for the rest.
      ...(!request.raw.complete && { connection: 'close' }),
    })
    if (reply.statusCode !== 200 || reply.getHeader('cache-control') === 'no-store') return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (!reply.hasHeader('etag')) reply.header('etag', computeEtag(payload))
    const condition = { 'if-none-match': request.headers['if-none-match'] }
    if (!fresh(condition, { etag: String(reply.getHeader('etag')) })) return payload
    reply.code(304)
    return ''
  })
  // Uploads are decompressed by `readBody`, which limits the memory.
  app.register(compress, { encodings: ['gzip'], globalDecompression: false, threshold: 0 })
  return app
}

/** Sends one sentence as plain text. */
export function sendSentence(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`)
}

/** Returns the ETag of these bytes. It is weak, because the same bytes are sent with and without compression. */
export function computeEtag(bytes: Uint8Array | string): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

function isText(contentType: string): boolean {
  return /^(text|application\/(json|xml)|image\/svg)/.test(contentType)
}

function isData(contentType: string): boolean {
  return /^(application\/json|text\/csv|image\/svg\+xml)/.test(contentType)
}

/**
 * Returns the content security policy of a response. Usually this is the most permissive policy of any page, and each
 * page restricts itself further. Files that include their style may use inline style: the 404 page, and a picture that
 * is opened directly.
 */
function policyFor(status: number, contentType: string): string {
  if (contentType === 'image/svg+xml') return PICTURE_POLICY
  return `${status === 404 ? NOT_FOUND_POLICY : SCRIPTED_POLICY}${NO_FRAMES}`
}
