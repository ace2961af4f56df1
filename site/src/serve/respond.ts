import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { NOT_FOUND_POLICY, SCRIPTED_POLICY } from '../page/policies.ts'

/** The content of a response. */
export interface Content {
  contentType: string
  cacheControl: string
  /** The ETag of this content, without quotes. It is unique among all versions at this address. */
  tag: string
  /** The bytes, or a stream of them. A stream is read to its end or destroyed. */
  body: Uint8Array | Readable
  /** The size of the body, in bytes. */
  size: number
}

/**
 * Sends content. The response is 304 if the client has the content already (RFC 9110, section 13.1.2). Text is
 * compressed if the client supports it. A HEAD request gets no body.
 * @param headers the headers in addition to those of all responses
 */
export function respondWith(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { contentType, cacheControl, tag, body, size }: Content,
  headers: Record<string, string> = {},
): void {
  // The client has disconnected, which is not an error.
  if (response.destroyed) {
    if (body instanceof Readable) body.destroy()
    return
  }
  const text = isText(contentType)
  const compressed = text && acceptsGzip(request)
  const etag = `"${tag}${compressed ? '-gz' : ''}"`
  const unchanged = status === 200 && names(request.headers['if-none-match'], etag)
  response.writeHead(unchanged ? 304 : status, {
    ...HEADERS,
    'content-security-policy': policyFor(status, contentType),
    'content-type': contentType,
    'cache-control': cacheControl,
    etag,
    ...(text && { vary: 'accept-encoding' }),
    ...(compressed && { 'content-encoding': 'gzip' }),
    ...(!unchanged && !compressed && { 'content-length': size }),
    ...headers,
  })
  if (unchanged || request.method === 'HEAD') {
    if (body instanceof Readable) body.destroy()
    response.end()
    return
  }
  const stream = body instanceof Readable ? body : Readable.from([body])
  // If sending the body fails, the client notices an incomplete response. After the headers, no other error can be
  // sent.
  if (compressed) pipeline(stream, createGzip(), response, () => {})
  else pipeline(stream, response, () => {})
}

/** Sends one sentence as plain text. */
export function respondPlain(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers })
  response.end(`${text}\n`)
}

/**
 * The headers of all responses. Their content security policy is the most permissive one of any page; each page
 * restricts itself further.
 */
const HEADERS = {
  'content-security-policy': SCRIPTED_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function isText(contentType: string): boolean {
  return /^(text|application\/(json|xml)|image\/svg)/.test(contentType)
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''))
}

/**
 * Returns the content security policy of a response. Files that include their style may use inline style: the 404 page,
 * and a picture that is opened directly.
 */
function policyFor(status: number, contentType: string): string {
  return status === 404 || contentType === 'image/svg+xml' ? NOT_FOUND_POLICY : SCRIPTED_POLICY
}

/**
 * Whether an If-None-Match header matches an ETag. The header may have the ETag in a list, as a weak ETag, or have `*`.
 */
function names(header: string | undefined, etag: string): boolean {
  const given = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return given.includes(etag) || given.includes('*')
}
