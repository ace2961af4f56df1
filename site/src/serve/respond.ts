import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { NOT_FOUND_POLICY, SCRIPTED_POLICY } from '../page/shell.ts'

/** What an address answers with. */
export interface Content {
  contentType: string
  cacheControl: string
  /** Tells it from all else that this address has answered; without quotes. */
  tag: string
  /** A stream is read, or destroyed. */
  body: Uint8Array | Readable
  /** Of the body, in bytes. */
  size: number
}

/**
 * Answers with content: once to whoever has kept it (RFC 9110, section 13.1.2), texts packed for whoever can unpack them,
 * the head alone where that is asked for. @param headers besides those of all answers
 */
export function respondWith(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { contentType, cacheControl, tag, body, size }: Content,
  headers: Record<string, string> = {},
): void {
  // Who asked is gone: what was made in vain is no failure.
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
  // Where it fails, the reader sees that the answer is not whole; nothing else can be said after the head.
  if (compressed) pipeline(stream, createGzip(), response, () => {})
  else pipeline(stream, response, () => {})
}

/** Answers with a sentence. */
export function respondPlain(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers })
  response.end(`${text}\n`)
}

/** What is the most any page may do; each page says of itself how much less it does. */
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

/** What brings its style with it may: the page for what is not there, and a picture that somebody opens by itself. */
function policyFor(status: number, contentType: string): string {
  return status === 404 || contentType === 'image/svg+xml' ? NOT_FOUND_POLICY : SCRIPTED_POLICY
}

/** Whether an If-None-Match names a tag: in a list, as a weak one, or as any. */
function names(header: string | undefined, etag: string): boolean {
  const given = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return given.includes(etag) || given.includes('*')
}
