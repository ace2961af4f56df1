import type { IncomingMessage } from 'node:http'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { RegistryError } from '../errors.ts'
import { handleSubmission, type JsonResponse, refusalResponse } from '../ingest/post-run.ts'
import { handleStatement } from '../ingest/post-statement.ts'
import { Refusal } from '../ingest/refusal.ts'
import type { Ingest } from '../ingest/submit.ts'
import type { ListPosition } from '../store/queries.ts'
import { historyOfEngine, historyOfProject, historyOfWorkload, MAX_POINTS } from '../store/queries-history.ts'
import { listRuns } from '../store/queries-list.ts'
import type { Registry } from '../store/registry.ts'
import { isDeleted, readStatements } from '../store/statements.ts'
import { OPENAPI } from './openapi.ts'
import { type SentFile, tagOf } from './run-files.ts'

/** Everything the API needs to answer. */
export interface Api {
  registry: Registry
  reader: PrismaClient
  /** What the API needs to accept submissions; null if the registry accepts none. */
  ingest: Ingest | null
  /**
   * Returns a file of a run, rendered now or cached; null if there is none.
   * @param name the file's path below `/runs`
   */
  runFile: (name: string) => Promise<SentFile | null>
  log: (error: unknown) => void
}

/** The response to a request. */
export interface ApiResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array
  /** The ETag and the Cache-Control of the response; null if the response must not be cached. */
  caching: { tag: string; cacheControl: string } | null
}

/** The route of a request, for logs and metrics. It contains no ids or names. */
export type Route = 'runs' | 'run' | 'statements' | 'history' | 'openapi' | 'unknown'

/** Answers `/api/v1/…`. Never throws: an error becomes a response. */
export async function answerApi(
  request: IncomingMessage,
  url: URL,
  api: Api,
): Promise<{ route: Route; reply: ApiResponse }> {
  const { route, id } = routeOf(url.pathname)
  try {
    const reply =
      request.method === 'POST' ? await post(request, route, id, api) : await get(request, url, route, id, api)
    return { route, reply }
  } catch (error) {
    // The client gets a 503 (try again); the operator should know about the error as well.
    if (error instanceof RegistryError && error.code.startsWith('damaged-')) api.log(error)
    const answer = refusalResponse(asRefusal(error, api.registry, id), api.log)
    return { route, reply: json(answer.status === 405 ? addAllow(answer, route, api.ingest) : answer) }
  }
}

function routeOf(path: string): { route: Route; id: string } {
  const rest = path.slice('/api/v1/'.length)
  const [, id = '', more = ''] = /^runs\/([a-z2-7]{26})(\/statements)?$/.exec(rest) ?? []
  if (id !== '') return { route: more === '' ? 'run' : 'statements', id }
  const named = ({ runs: 'runs', history: 'history', 'openapi.json': 'openapi' } as const)[rest]
  return { route: named ?? 'unknown', id }
}

async function post(request: IncomingMessage, route: Route, id: string, { ingest, log }: Api): Promise<ApiResponse> {
  if (route !== 'runs' && route !== 'statements') throw notAllowed(route)
  if (ingest === null) {
    throw new Refusal(
      405,
      'submissions-disabled',
      'This registry does not accept runs over HTTP. Its operator must start it with --ingest and --base-url.',
    )
  }
  if (route === 'statements') return json(await handleStatement(request, id, ingest, log))
  return json(await handleSubmission(request, ingest, log))
}

async function get(request: IncomingMessage, url: URL, route: Route, id: string, api: Api): Promise<ApiResponse> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw notAllowed(route)
  switch (route) {
    case 'runs':
      return fresh(await fromIndex(runs(url.searchParams, api), api))
    case 'history':
      return fresh(await fromIndex(history(url.searchParams, api), api))
    case 'run':
      // This throws if the statements are unreadable, because one of them may say that the run was deleted.
      readStatements(api.registry, id)
      return stored(await documentOf(api, id))
    case 'statements':
      // This throws if the run does not exist. Such a run has no statements.
      if (readStatements(api.registry, id).length === 0) await documentOf(api, id)
      return fresh({ statements: readStatements(api.registry, id) })
    case 'openapi':
      return fresh(OPENAPI)
    default:
      throw new Refusal(
        404,
        'no-such-route',
        'Unknown address. GET /api/v1/openapi.json lists the available addresses.',
      )
  }
}

async function documentOf({ runFile }: Api, id: string): Promise<SentFile> {
  const file = await runFile(`${id}.json`)
  if (file === null) throw new RegistryError('unknown-run', `Run "${id}" not found in this registry.`)
  return file
}

function notAllowed(route: Route): Refusal {
  if (route === 'unknown')
    return new Refusal(404, 'no-such-route', 'Unknown address. GET /api/v1/openapi.json lists the available addresses.')
  return new Refusal(
    405,
    'method-not-allowed',
    'Method not allowed. Use GET or HEAD to read, and POST only to submit runs and statements.',
  )
}

/**
 * Turns a failure of the index into a 503 (try again), because the server of the index may be unreachable for a while.
 * Documents are served meanwhile.
 */
async function fromIndex(list: Promise<object>, { log }: Api): Promise<object> {
  try {
    return await list
  } catch (error) {
    if (error instanceof Refusal) throw error
    log(error)
    const message = 'The index of this registry is unavailable. Try again in a minute.'
    throw new Refusal(503, 'index-unusable', message, { retryAfter: 60 })
  }
}

const MAX_RUNS = 200
const DEFAULT_RUNS = 50

async function runs(query: URLSearchParams, { reader }: Api): Promise<object> {
  rejectUnknown(query, ['limit', 'after', 'project', 'engine', 'workload', 'suite'])
  const limit = limitOf(query, DEFAULT_RUNS, MAX_RUNS)
  const given = query.get('after')
  const after = given === null ? null : readCursor(given)
  if (given !== null && after === null) throw badQuery('"after" must be the "next" value of an earlier response')
  const filter = {
    ...text(query, 'project', (value) => value.toLowerCase()),
    ...text(query, 'engine'),
    ...text(query, 'workload'),
    ...text(query, 'suite'),
  }
  // Read one run more than the page shows, to learn whether there is a next page.
  const found = await listRuns(reader, filter, after, limit + 1)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { runs: shown, next: found.length > limit && last !== undefined ? writeCursor(last) : null }
}

const DEFAULT_POINTS = 500

async function history(query: URLSearchParams, { reader }: Api): Promise<object> {
  rejectUnknown(query, ['workload', 'engine', 'project', 'scenario', 'limit'])
  const [workload, engine, project] = ['workload', 'engine', 'project'].map((name) => query.get(name))
  if ([workload, engine, project].filter(Boolean).length !== 1) {
    throw badQuery('give exactly one of "workload", "engine" and "project"')
  }
  const { points, truncated } = workload
    ? await historyOfWorkload(reader, workload)
    : engine
      ? await historyOfEngine(reader, engine)
      : await historyOfProject(reader, String(project).toLowerCase())
  const scenario = query.get('scenario')
  const matching = scenario === null ? points : points.filter((point) => point.scenario === scenario)
  const limit = limitOf(query, DEFAULT_POINTS, MAX_POINTS)
  return { points: matching.slice(-limit), truncated: truncated || matching.length > limit }
}

function rejectUnknown(query: URLSearchParams, available: string[]): void {
  const unknown = [...query.keys()].find((name) => !available.includes(name))
  if (unknown !== undefined) throw badQuery(`unknown parameter (available: ${available.join(', ')})`)
  const twice = available.find((name) => query.getAll(name).length > 1)
  if (twice !== undefined) throw badQuery(`"${twice}" is given more than once`)
}

function limitOf(query: URLSearchParams, usual: number, max: number): number {
  return whole(query.get('limit') ?? String(usual), 'limit', 1, max)
}

function whole(text: string, name: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < min || value > max) {
    throw badQuery(`"${name}" must be a whole number from ${min} to ${max}`)
  }
  return value
}

function text(query: URLSearchParams, name: string, change = (value: string) => value): Record<string, string> {
  const value = query.get(name)
  if (value === null) return {}
  if (value === '' || value.length > 200) throw badQuery(`"${name}" must have 1 to 200 characters`)
  return { [name]: change(value) }
}

function badQuery(what: string): Refusal {
  return new Refusal(400, 'bad-query', `Invalid query: ${what}.`)
}

function asRefusal(error: unknown, registry: Registry, id: string): unknown {
  if (!(error instanceof RegistryError)) return error
  if (error.code === 'unknown-run' && isDeleted(readStatements(registry, id))) {
    return new Refusal(410, 'deleted-run', `Run ${id} was permanently deleted from this registry.`)
  }
  if (error.code === 'unknown-run') return new Refusal(404, error.code, error.message)
  if (!error.code.startsWith('damaged-')) return error
  return new Refusal(503, error.code, `Run ${id} is damaged. It is not shown until the operator repairs it.`)
}

/** Adds to a response the methods that its address supports (RFC 9110, section 15.5.6). */
function addAllow(answer: JsonResponse, route: Route, ingest: Ingest | null): JsonResponse {
  const acceptsPost = ingest !== null && (route === 'runs' || route === 'statements')
  return { ...answer, headers: { ...answer.headers, allow: acceptsPost ? 'GET, HEAD, POST' : 'GET, HEAD' } }
}

/** Returns a response that may change at any time. It is cached for 15 s. */
function fresh(value: object): ApiResponse {
  const body = Buffer.from(`${JSON.stringify(value)}\n`)
  return open(body, { tag: tagOf(body), cacheControl: 'public, max-age=15' })
}

/**
 * Returns a response with a stored document. The document never changes, but it may be deleted, so it is cached for an
 * hour only.
 */
function stored({ body, tag }: SentFile): ApiResponse {
  return open(body, { tag, cacheControl: 'public, max-age=3600' })
}

/** Allows pages of any origin to read the response. */
function open(body: Uint8Array, caching: ApiResponse['caching']): ApiResponse {
  return { status: 200, headers: { 'access-control-allow-origin': '*' }, body, caching }
}

function json({ status, headers, body }: JsonResponse): ApiResponse {
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`)
  return { status, headers: { 'cache-control': 'no-store', ...headers }, body: bytes, caching: null }
}

/** Encodes a position in a list of runs as a cursor: opaque text for a URL. */
function writeCursor({ startedAt, id }: ListPosition): string {
  return Buffer.from(`${startedAt} ${id}`).toString('base64url')
}

/** Decodes a cursor (a position in a list of runs); null if the cursor is invalid. */
function readCursor(text: string): ListPosition | null {
  const plain = Buffer.from(text, 'base64url').toString('utf8')
  const [, startedAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([a-z2-7]{26})$/.exec(plain) ?? []
  return startedAt === undefined || id === undefined ? null : { startedAt, id }
}
