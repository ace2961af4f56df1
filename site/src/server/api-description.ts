import { type RatioStatus, RUN_ID } from '@plimsoll/schema'
import { PROVENANCE_LEVELS } from '../store/provenance-levels.ts'
import { MAX_POINTS, MAX_RUNS } from '../store/queries-history.ts'

const RATIO_STATUSES: RatioStatus[] = ['resolved', 'not resolved', 'too few rounds', 'withheld', 'unreliable', 'source']

const HASH = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }
const ID = { type: 'string', pattern: RUN_ID.source }

/** The schemas of what the API accepts and returns, by name. A test validates every response against them. */
export const API_SCHEMAS = {
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
  SubmissionResult: object({
    id: ID,
    hash: HASH,
    provenanceLevel: { enum: PROVENANCE_LEVELS },
    signedBy: {
      type: ['string', 'null'],
      description: 'the repository that first submitted the run with a signed token; null if no repository did',
    },
    permalink: { type: 'string' },
  }),
  Statements: object({ statements: { type: 'array', items: { type: 'object', required: ['kind', 'at'] } } }),
  StateChange: {
    oneOf: [
      object({ run: ID, kind: { const: 'superseded' }, by: ID }),
      object({ run: ID, kind: { const: 'withdrawn' }, reason: { type: 'string', maxLength: 500 } }),
    ],
  },
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
  Refusal: {
    type: 'object',
    required: ['code', 'message'],
    additionalProperties: false,
    properties: {
      code: { type: 'string', pattern: '^[a-z-]+$' },
      message: { type: 'string' },
      errors: {
        type: 'array',
        items: { type: 'object', required: ['pointer', 'message'] },
      },
    },
  },
}

/** The API in OpenAPI 3.1, without the addresses: @fastify/swagger adds them from the schemas of the routes. */
export const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Plimsoll registry',
    version: '1',
    description:
      'Reading runs requires no authentication. Submitting a run requires an OpenID Connect token of the workflow that measured the run. Lists begin with the newest run.',
    license: { name: 'CC0-1.0 (data, unless a document says otherwise)', identifier: 'CC0-1.0' },
  },
  components: {
    securitySchemes: { workflow: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } },
  },
}

/**
 * The schema of each address of the API: what it accepts, and what it returns. `sentBody` describes a body that the
 * handler reads and validates itself.
 */
export const ROUTES = {
  listRuns: {
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
  },
  submitRun: {
    summary: 'Submit a run document',
    description:
      'The token is bound to the document: the audience of the token is the address of the registry, "#", and the "sha256:" hash of the document. Submitting the same document again returns 200 with the same permalink.',
    security: [{ workflow: [] }],
    headers: {
      type: 'object',
      properties: {
        'plimsoll-allow-private': {
          type: 'string',
          description: 'Set this to true to allow that the name of a private repository becomes public.',
        },
      },
    },
    sentBody: {
      type: 'object',
      description:
        'One run document that is valid according to /schema/run/v1.json. The body may be compressed with gzip.',
    },
    response: {
      201: answer('Stored durably', 'SubmissionResult'),
      200: answer('Already stored', 'SubmissionResult'),
      ...rejected(),
    },
  },
  getRun: {
    summary: 'A run document, as canonical JSON (RFC 8785): the SHA-256 of these bytes is its hash',
    params: runId(),
    response: {
      200: { description: 'The document', type: 'object', additionalProperties: true },
      410: answer('Permanently deleted', 'Refusal'),
      ...notModified(),
      ...rejected(),
    },
  },
  listStatements: {
    summary:
      'Statements about a run: who submitted it, what proves this, and whether the run was superseded or withdrawn',
    params: runId(),
    response: { 200: answer('Oldest first', 'Statements'), ...notModified(), ...rejected() },
  },
  addStatement: {
    summary: 'Supersede or withdraw a run (only for the repository that submitted it)',
    description:
      'The token is bound to the hash of the statement (SHA-256 of its canonical JSON, RFC 8785). The audience of the token has the same form as for a document, with the hash of the statement.',
    security: [{ workflow: [] }],
    params: runId(),
    sentBody: { $ref: 'StateChange#' },
    response: {
      201: { description: 'The statement was added. The body is the stored statement.', type: 'object' },
      200: { description: 'The statement was already present. The body is the stored statement.', type: 'object' },
      ...rejected(),
    },
  },
  getHistory: {
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
  },
}

function query(properties: Record<string, object>) {
  return { type: 'object', additionalProperties: false, properties }
}

function text(description: string) {
  return { type: 'string', minLength: 1, maxLength: 200, description }
}

function whole(description: string, { usual, maximum }: { usual: number; maximum: number }) {
  return {
    ...{ type: 'integer', minimum: 1, maximum, default: usual },
    description: `${description}, at most ${maximum} (default: ${usual})`,
  }
}

function runId() {
  return { type: 'object', properties: { id: ID } }
}

function answer(description: string, schema: keyof typeof API_SCHEMAS) {
  return { description, $ref: `${schema}#` }
}

function notModified() {
  return { 304: { description: 'Not modified', type: 'null' } }
}

function rejected() {
  return { '4xx': answer('Rejected', 'Refusal'), '5xx': answer('Temporarily unavailable', 'Refusal') }
}

function object(properties: Record<string, unknown>) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}
