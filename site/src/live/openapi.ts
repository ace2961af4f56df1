import { type RatioStatus, RUN_ID } from '@plimsoll/schema'
import { PROVENANCE_LEVELS } from '../store/provenance-levels.ts'
import { MAX_POINTS, MAX_RUNS } from '../store/queries-history.ts'

const RATIO_STATUSES: RatioStatus[] = ['resolved', 'not resolved', 'too few rounds', 'withheld', 'unreliable', 'source']

/** The API in OpenAPI 3.1, as served by `GET /api/v1/openapi.json`. A test validates every response against it. */
export const OPENAPI = {
  openapi: '3.1.0',
  info: {
    title: 'Plimsoll registry',
    version: '1',
    description:
      'Reading runs requires no authentication. Submitting a run requires an OpenID Connect token of the workflow that measured the run. Lists begin with the newest run.',
    license: { name: 'CC0-1.0 (data, unless a document says otherwise)', identifier: 'CC0-1.0' },
  },
  paths: {
    '/api/v1/runs': {
      get: {
        summary: 'Runs, newest first',
        parameters: [
          query('limit', 'maximum number of runs, at most 200 (default: 50)', {
            type: 'integer',
            minimum: 1,
            maximum: 200,
          }),
          query('after', 'the "next" value of an earlier response', { type: 'string' }),
          query('project', 'OWNER/NAME', { type: 'string' }),
          query('engine', 'engine name, as in the address of its page', { type: 'string' }),
          query('workload', 'workload name', { type: 'string' }),
          query('suite', 'suite name', { type: 'string' }),
        ],
        responses: { 200: answer('A page of the list', '#/components/schemas/Runs'), ...notModified(), ...rejected() },
      },
      post: {
        summary: 'Submit a run document',
        description:
          'The token is bound to the document: the audience of the token is the address of the registry, "#", and the "sha256:" hash of the document. Submitting the same document again returns 200 with the same permalink.',
        security: [{ workflow: [] }],
        parameters: [
          {
            name: 'plimsoll-allow-private',
            in: 'header',
            description: 'Set this to true to allow that the name of a private repository becomes public.',
            schema: { type: 'string', enum: ['true'] },
          },
        ],
        requestBody: {
          required: true,
          description:
            'One run document that is valid according to /schema/run/v1.json. The body may be compressed with gzip.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        responses: {
          201: answer('Stored durably', '#/components/schemas/SubmissionResult'),
          200: answer('Already stored', '#/components/schemas/SubmissionResult'),
          ...rejected(),
        },
      },
    },
    '/api/v1/runs/{id}': {
      get: {
        summary: 'A run document, byte for byte as submitted',
        parameters: [runId()],
        responses: {
          200: { description: 'The document', content: { 'application/json': { schema: { type: 'object' } } } },
          410: answer('Permanently deleted', '#/components/schemas/Refusal'),
          ...notModified(),
          ...rejected(),
        },
      },
    },
    '/api/v1/runs/{id}/statements': {
      get: {
        summary:
          'Statements about a run: who submitted it, what proves this, and whether the run was superseded or withdrawn',
        parameters: [runId()],
        responses: { 200: answer('Oldest first', '#/components/schemas/Statements'), ...notModified(), ...rejected() },
      },
      post: {
        summary: 'Supersede or withdraw a run (only for the repository that submitted it)',
        description:
          'The token is bound to the hash of the statement (SHA-256 of its canonical JSON, RFC 8785). The audience of the token has the same form as for a document, with the hash of the statement.',
        security: [{ workflow: [] }],
        parameters: [runId()],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/StateChange' } } },
        },
        responses: {
          201: {
            description: 'The statement was added. The body is the stored statement.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          200: {
            description: 'The statement was already present. The body is the stored statement.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          ...rejected(),
        },
      },
    },
    '/api/v1/history': {
      get: {
        summary: 'The newest points of the history of one workload, engine or project, oldest first',
        description: `The history covers the latest ${MAX_RUNS} runs of an engine or a project, and has at most ${MAX_POINTS} points. For every run, use the list of runs; for every sample of a run, use its document.`,
        parameters: [
          query('workload', 'workload name', { type: 'string' }),
          query('engine', 'engine name, as in the address of its page', { type: 'string' }),
          query('project', 'OWNER/NAME', { type: 'string' }),
          query('scenario', 'only points of this scenario', { type: 'string' }),
          query(
            'limit',
            `maximum number of points, at most ${MAX_POINTS} (default: 500); the newest points are returned`,
            {
              type: 'integer',
              minimum: 1,
              maximum: MAX_POINTS,
            },
          ),
        ],
        responses: {
          200: answer('The newest points', '#/components/schemas/History'),
          ...notModified(),
          ...rejected(),
        },
      },
    },
  },
  components: {
    securitySchemes: { workflow: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: {
      Runs: object({
        runs: { type: 'array', items: { $ref: '#/components/schemas/Run' } },
        next: { type: ['string', 'null'] },
      }),
      Run: object({
        id: runId().schema,
        hash: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
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
        id: runId().schema,
        hash: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
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
          object({ run: runId().schema, kind: { const: 'superseded' }, by: runId().schema }),
          object({ run: runId().schema, kind: { const: 'withdrawn' }, reason: { type: 'string', maxLength: 500 } }),
        ],
      },
      History: object({
        points: { type: 'array', items: { $ref: '#/components/schemas/Point' } },
        truncated: {
          type: 'boolean',
          description: 'whether older points were omitted; if so, the oldest run may lack some of its points',
        },
      }),
      Point: object({
        runId: runId().schema,
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
          description:
            'ratio to the reference scenario of the same run, estimated by rounds; null unless it may be shown',
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
    },
  },
} as const

function object(properties: Record<string, unknown>) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}

function query(name: string, description: string, schema: Record<string, unknown>) {
  return { name, in: 'query', description, schema }
}

function runId() {
  return { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: RUN_ID.source } }
}

function answer(description: string, $ref: string) {
  return { description, content: { 'application/json': { schema: { $ref } } } }
}

/** Returns the response to a request whose If-None-Match names the current ETag. */
function notModified() {
  return { 304: { description: 'Not modified' } }
}

/** Returns the response with any status that is not listed. It has one sentence and a code. */
function rejected() {
  return { default: answer('Rejected, with the reason', '#/components/schemas/Refusal') }
}
