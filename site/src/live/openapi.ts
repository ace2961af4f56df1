import { RUN_ID } from '@plimsoll/schema'
import { PROVENANCE_LEVELS } from '../store/provenance-levels.ts'
import { MAX_POINTS, MAX_RUNS } from '../store/queries-history.ts'

/** The API in OpenAPI 3.1, as served by `GET /api/v1/openapi.json`. A test validates every response against it. */
export const OPENAPI = {
  openapi: '3.1.0',
  info: {
    title: 'Plimsoll registry',
    version: '1',
    description:
      'Runs are read by anybody, and handed in with the OpenID Connect token of the workflow that measured them. Lists are newest first.',
    license: { name: 'CC0-1.0 (data, unless a document says otherwise)', identifier: 'CC0-1.0' },
  },
  paths: {
    '/api/v1/runs': {
      get: {
        summary: 'Runs, newest first',
        parameters: [
          query('limit', 'how many, at most 200; 50 unless said', { type: 'integer', minimum: 1, maximum: 200 }),
          query('after', 'the "next" of an earlier answer', { type: 'string' }),
          query('project', 'OWNER/NAME', { type: 'string' }),
          query('engine', 'as in the address of its page', { type: 'string' }),
          query('workload', 'its name', { type: 'string' }),
          query('suite', 'its name', { type: 'string' }),
        ],
        responses: { 200: answer('A page of the list', '#/components/schemas/Runs'), ...unchanged(), ...refused() },
      },
      post: {
        summary: 'Hand in a run document',
        description:
          'The token is bound to the document: its audience is the address of the registry, "#", and the "sha256:" hash of the document. Handing in the same document again answers 200 with the same permalink.',
        security: [{ workflow: [] }],
        parameters: [
          {
            name: 'plimsoll-allow-private',
            in: 'header',
            description: 'true: the name of a private repository may be seen',
            schema: { type: 'string', enum: ['true'] },
          },
        ],
        requestBody: {
          required: true,
          description: 'One document, valid by /schema/run/v1.json; it may be packed with gzip.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        responses: {
          201: answer('Stored, durably', '#/components/schemas/Accepted'),
          200: answer('It was there already', '#/components/schemas/Accepted'),
          ...refused(),
        },
      },
    },
    '/api/v1/runs/{id}': {
      get: {
        summary: 'A run document, byte for byte as it was handed in',
        parameters: [runId()],
        responses: {
          200: { description: 'The document', content: { 'application/json': { schema: { type: 'object' } } } },
          410: answer('It was taken out', '#/components/schemas/Refusal'),
          ...unchanged(),
          ...refused(),
        },
      },
    },
    '/api/v1/runs/{id}/statements': {
      get: {
        summary: 'What was said of a run: who handed it in and how that was proven, superseded, withdrawn',
        parameters: [runId()],
        responses: { 200: answer('Oldest first', '#/components/schemas/Statements'), ...unchanged(), ...refused() },
      },
      post: {
        summary: 'Mark a run superseded or withdrawn, as the repository that handed it in',
        description: 'The token is bound to the statement by its hash (RFC 8785, SHA-256), as one for a document is.',
        security: [{ workflow: [] }],
        parameters: [runId()],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/StateChange' } } },
        },
        responses: {
          201: {
            description: 'Said: the statement as it is stored',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          200: {
            description: 'It was said already: the statement as it is stored',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          ...refused(),
        },
      },
    },
    '/api/v1/history': {
      get: {
        summary: 'The newest points of a history, oldest first: those of one workload, engine or project',
        description: `The latest ${MAX_RUNS} runs of an engine or a project are looked at, and no more than ${MAX_POINTS} points. The list of runs has every run, and its document every figure.`,
        parameters: [
          query('workload', 'its name', { type: 'string' }),
          query('engine', 'as in the address of its page', { type: 'string' }),
          query('project', 'OWNER/NAME', { type: 'string' }),
          query('scenario', 'only this one', { type: 'string' }),
          query('limit', `the newest so many, at most ${MAX_POINTS}; 500 unless said`, {
            type: 'integer',
            minimum: 1,
            maximum: MAX_POINTS,
          }),
        ],
        responses: { 200: answer('The newest points', '#/components/schemas/History'), ...unchanged(), ...refused() },
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
      Accepted: object({
        id: runId().schema,
        hash: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
        provenanceLevel: { enum: PROVENANCE_LEVELS },
        signedBy: {
          type: ['string', 'null'],
          description:
            'the repository whose signature it has: that of whoever handed it in first; null where nobody signed',
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
          description: 'whether older points were left out; the oldest run here may be here in part',
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
        machine: { type: ['string', 'null'], description: 'its class; null where too little is known of it' },
        workload: { type: 'string' },
        workloadDigest: { type: ['string', 'null'] },
        work: { type: 'string', description: 'the workload with its parameters' },
        metric: { type: 'string' },
        scenario: { type: 'string' },
        variant: { type: ['string', 'null'] },
        unit: { type: 'string' },
        better: { enum: ['lower', 'higher'] },
        value: { type: 'number', description: 'the median, or where a source gave none, the mean' },
        n: { type: ['integer', 'null'] },
        ratio: { type: ['number', 'null'], description: 'to the reference scenario of its run' },
        engineSlug: { type: ['string', 'null'] },
        product: { type: ['string', 'null'] },
        version: { type: ['string', 'null'] },
        engine: { type: ['string', 'null'], description: 'its id in the document' },
        setup: { type: ['string', 'null'], description: 'how the engine was configured, in words' },
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

/** The response to a request whose If-None-Match names the current ETag. */
function unchanged() {
  return { 304: { description: 'It is as it was' } }
}

/** Every other status has one sentence and a code. */
function refused() {
  return { default: answer('Why not', '#/components/schemas/Refusal') }
}
