import type { RatioStatus } from '@plimsoll/schema'
import type { FastifyInstance } from 'fastify'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { Refusal } from '../ingest/refusal.ts'
import { PROVENANCE_LEVELS } from '../store/provenance-levels.ts'
import type { ListPosition } from '../store/queries.ts'
import { historyOfEngine, historyOfProject, historyOfWorkload, MAX_POINTS, MAX_RUNS } from '../store/queries-history.ts'
import { listRuns, type RunFilter } from '../store/queries-list.ts'
import type { Api } from './api.ts'
import {
  answer,
  badQuery,
  HASH,
  ID,
  notModified,
  object,
  query,
  rejected,
  sendBrief,
  text,
  whole,
} from './api-common.ts'

const RUNS = {
  summary: 'Runs, newest first',
  querystring: query({
    limit: whole('maximum number of runs', { usual: 50, maximum: 200 }),
    after: { type: 'string', description: 'the "next" value of an earlier response' },
    project: text('OWNER/NAME'),
    engine: text('engine name, as in the address of its page'),
    workload: text('workload name'),
    suite: text('suite name'),
  }),
  response: { 200: answer('A page of the list', 'Runs'), ...notModified(), ...rejected() },
}

const HISTORY = {
  summary: 'The newest points of the history of one workload, engine or project, oldest first',
  description: `The history covers the latest ${MAX_RUNS} runs of an engine or a project, and has at most ${MAX_POINTS} points. For every run, use the list of runs; for every sample of a run, use its document.`,
  querystring: query({
    workload: text('workload name'),
    engine: text('engine name, as in the address of its page'),
    project: text('OWNER/NAME'),
    scenario: text('only points of this scenario'),
    limit: whole('maximum number of points; the newest points are returned', { usual: 500, maximum: MAX_POINTS }),
  }),
  response: { 200: answer('The newest points', 'History'), ...notModified(), ...rejected() },
}

/** The addresses that read the index: lists and histories. */
export function addLists(app: FastifyInstance, api: Api): void {
  const { reader } = api
  app.get('/runs', { schema: RUNS, config: { name: 'api-runs' } }, async ({ query }, reply) => {
    const { limit, after: given, ...filter } = query as RunFilter & { limit: number; after?: string }
    const after = given === undefined ? null : readCursor(given)
    if (given !== undefined && after === null) throw badQuery('"after" must be the "next" value of an earlier response')
    if (filter.project !== undefined) filter.project = filter.project.toLowerCase()
    // Read one run more than the page shows, to learn whether there is a next page.
    const found = await fromIndex(listRuns(reader, filter, after, limit + 1), api)
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const next = found.length > limit && last !== undefined ? writeCursor(last) : null
    return sendBrief(reply, { runs: shown, next })
  })
  app.get('/history', { schema: HISTORY, config: { name: 'api-history' } }, async ({ query }, reply) => {
    const { limit, scenario, ...subject } = query as HistoryQuery
    const [[kind, name] = [], ...others] = Object.entries(subject)
    if (kind === undefined || name === undefined || others.length > 0) {
      throw badQuery('give exactly one of "workload", "engine" and "project"')
    }
    const { points, truncated } = await fromIndex(HISTORIES[kind as keyof typeof HISTORIES](reader, name), api)
    const matching = scenario === undefined ? points : points.filter((point) => point.scenario === scenario)
    return sendBrief(reply, { points: matching.slice(-limit), truncated: truncated || matching.length > limit })
  })
}

const HISTORIES = {
  workload: historyOfWorkload,
  engine: historyOfEngine,
  project: (reader: PrismaClient, name: string) => historyOfProject(reader, name.toLowerCase()),
}

type HistoryQuery = { limit: number; scenario?: string } & { [kind in keyof typeof HISTORIES]?: string }

/**
 * Turns a failure of the index into a 503 (try again), because the server of the index may be unreachable for a while.
 * Documents are served meanwhile.
 */
async function fromIndex<Found>(found: Promise<Found>, { log }: Api): Promise<Found> {
  try {
    return await found
  } catch (error) {
    log(error)
    const message = 'The index of this registry is unavailable. Try again in a minute.'
    throw new Refusal(503, 'index-unusable', message, { retryAfter: 60 })
  }
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

const RATIO_STATUSES: RatioStatus[] = ['resolved', 'not resolved', 'too few rounds', 'withheld', 'unreliable', 'source']

/** The schemas of the responses, by name. A test validates every response against them. */
export const LIST_SCHEMAS = {
  Runs: object({
    runs: { type: 'array', items: { $ref: 'Run#' } },
    next: { type: ['string', 'null'] },
  }),
  Run: object({
    id: ID,
    hash: HASH,
    suite: { type: 'string' },
    suiteVersion: { type: 'integer' },
    startedAt: { type: 'string', format: 'date-time' },
    finishedAt: { type: 'string', format: 'date-time' },
    status: { enum: ['complete', 'partial'] },
    origin: { enum: ['measured', 'transcribed'] },
    division: { enum: ['standard', 'modified'] },
    provenanceLevel: { enum: PROVENANCE_LEVELS },
    state: { enum: ['superseded', 'withdrawn', null] },
    kind: { enum: ['run', 'check'] },
    counts: { type: ['string', 'null'] },
    repository: { type: ['string', 'null'] },
    commit: { type: ['string', 'null'] },
    pullRequest: { type: ['integer', 'null'] },
    osName: { type: 'string' },
    osVersion: { type: ['string', 'null'] },
    architecture: { type: 'string' },
    cpuModel: { type: ['string', 'null'] },
    cpuCount: { type: ['integer', 'null'] },
    benchmarkCount: { type: 'integer' },
    sampleCount: { type: 'integer' },
  }),
  History: object({
    points: { type: 'array', items: { $ref: 'Point#' } },
    truncated: {
      type: 'boolean',
      description: 'whether older points were omitted; if so, the oldest run may lack some of its points',
    },
  }),
  Point: object({
    runId: ID,
    startedAt: { type: 'string', format: 'date-time' },
    suite: { type: 'string' },
    suiteVersion: { type: 'integer' },
    origin: { enum: ['measured', 'transcribed'] },
    division: { enum: ['standard', 'modified'] },
    provenanceLevel: { enum: PROVENANCE_LEVELS },
    osName: { type: 'string' },
    osVersion: { type: ['string', 'null'] },
    machine: {
      type: ['string', 'null'],
      description: 'class of the machine; null if too little is known about the machine',
    },
    workload: { type: 'string' },
    workloadDigest: { type: ['string', 'null'] },
    work: { type: 'string', description: 'the workload with its parameters' },
    metric: { type: 'string' },
    scenario: { type: 'string' },
    variant: { type: ['string', 'null'] },
    unit: { type: 'string' },
    better: { enum: ['lower', 'higher'] },
    value: { type: 'number', description: 'the median, or the mean if the source gives no median' },
    n: { type: ['integer', 'null'] },
    ratio: {
      type: ['number', 'null'],
      description: 'ratio to the reference scenario of the same run, estimated by rounds; null unless it may be shown',
    },
    ratioStatus: {
      enum: [...RATIO_STATUSES, null],
      description: 'what may be said about the ratio; null without a reference',
    },
    unreliable: {
      type: 'boolean',
      description: 'whether equal things differ in several workloads of the run, so that it shows no ratio',
    },
    engineSlug: { type: ['string', 'null'] },
    product: { type: ['string', 'null'] },
    version: { type: ['string', 'null'] },
    engine: { type: ['string', 'null'], description: 'engine id in the document' },
    setup: { type: ['string', 'null'], description: 'description of the configuration of the engine' },
  }),
}
