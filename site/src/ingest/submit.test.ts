import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { identify, type RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importDocument } from '../store/import.ts'
import { readStatements } from '../store/statements.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { issuerKeys } from './issuer-keys.ts'
import { hourlyQuota } from './quota.ts'
import { Refusal } from './refusal.ts'
import { type Ingest, submit, type Taken } from './submit.ts'
import { claimsOf, startIssuer, type TestIssuer } from './testing.ts'
import { verifyArchived } from './token.ts'

const REGISTRY = 'https://registry.example'
const NOW = Date.UTC(2026, 10, 20)

let issuer: TestIssuer
let ingest: Ingest
let told: string[]

beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())
beforeEach(() => {
  told = []
  ingest = {
    registry: temporaryRegistry(),
    trust: {
      issuers: [issuer.issuer],
      audience: REGISTRY,
      keys: issuerKeys({ fetch, now: () => NOW }),
      now: () => NOW,
    },
    released: { path: 'plimsoll-bench/plimsoll/.github/workflows/measure.yml', commits: [] },
    quota: hourlyQuota(100, () => NOW),
    onStored: async (id) => {
      told.push(id)
    },
  }
})

/** The example run, as the workflow of the test's claims would have made it. */
function fromWorkflow(change: (document: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((document) => {
    document.source = {
      repository: 'example/project',
      commit: 'a'.repeat(40),
      ref: 'refs/heads/main',
      pullRequest: null,
      workflowRun: 3003,
    }
    change(document)
  })
}

interface Attempt {
  body?: Buffer
  /** the document that the token is for, where that is another */
  hash?: string
  claims?: Record<string, unknown>
  headers?: { contentType?: string; contentEncoding?: string }
  allowPrivate?: boolean
}

async function handIn(document: RunDocument, attempt: Attempt = {}): Promise<Taken> {
  const hash = attempt.hash ?? identify(document).hash
  const token = await issuer.sign({
    ...claimsOf(issuer.issuer, `${REGISTRY}#${hash}`, NOW / 1000),
    ...attempt.claims,
  })
  const { contentType = 'application/json', contentEncoding } = attempt.headers ?? {}
  const submission = {
    authorization: `Bearer ${token}`,
    contentType,
    contentEncoding,
    allowPrivate: attempt.allowPrivate ?? false,
    body: Readable.from([attempt.body ?? toBytes(document)]),
  }
  return submit(submission, ingest)
}

function held(): string[] {
  const { documents, statements } = ingest.registry
  return [...readdirSync(documents), ...readdirSync(statements)]
}

test('a document is taken once: 201, then 200 with the same permalink and nothing more said of it', async () => {
  const document = fromWorkflow()
  const first = await handIn(document)
  expect(first).toMatchObject({ status: 201, hash: identify(document).hash, tier: 'signed by repository' })
  expect(first.permalink).toBe(`${REGISTRY}/runs/${first.id}`)
  const statements = readStatements(ingest.registry, first.id)
  const second = await handIn(document)
  expect(second).toEqual({ ...first, status: 200 })
  expect(readStatements(ingest.registry, first.id)).toEqual(statements)
  expect(told).toEqual([first.id, first.id])
  expect(readFileSync(path.join(ingest.registry.documents, `${first.id}.json`))).toEqual(toBytes(document))
})

test('the proof can be checked again from what lies beside the document alone', async () => {
  const { id } = await handIn(fromWorkflow())
  const [statement] = readStatements(ingest.registry, id)
  if (statement?.kind !== 'signed') throw new Error('no proof')
  const { token, kid, n, e } = statement
  const claims = await verifyArchived({ token, key: { kty: 'RSA', alg: 'RS256', kid, n, e } as never })
  expect(claims).toMatchObject({ repository_id: '1001', repository: 'example/project', run_id: '3003' })
})

test('ten at once of the same document leave one document with one proof', async () => {
  const document = fromWorkflow()
  const answers = await Promise.all(Array.from({ length: 10 }, () => handIn(document)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(readStatements(ingest.registry, answers[0]?.id ?? '')).toHaveLength(1)
})

test('what was imported by hand gains the proof of the repository it names, and of no other', async () => {
  const named = fromWorkflow()
  importDocument(ingest.registry, toBytes(named))
  expect((await handIn(named)).tier).toBe('signed by repository')
  const nameless = fromWorkflow((document) => {
    document.source = null
  })
  importDocument(ingest.registry, toBytes(nameless))
  expect((await handIn(nameless)).tier).toBe('self-reported')
})

test("another repository's token for a document that was signed changes nothing", async () => {
  const document = fromWorkflow((document) => {
    document.source = null
  })
  const { id } = await handIn(document)
  const before = readStatements(ingest.registry, id)
  expect((await handIn(document, { claims: { repository: 'evil/project', repository_id: '666' } })).status).toBe(200)
  expect(readStatements(ingest.registry, id)).toEqual(before)
})

describe('refused, and nothing is stored', () => {
  const text = (change: (text: string) => string) => ({ body: Buffer.from(change(toBytes(fromWorkflow()).toString())) })
  const cases: [string, number, string, Attempt][] = [
    ['a token for another document', 401, 'audience-of-another', { hash: `sha256:${'1'.repeat(64)}` }],
    ['one byte of the document changed', 401, 'audience-of-another', text((run) => run.replace('"seed":', '"seed":1'))],
    ['an expired token', 401, 'token-expired', { claims: { exp: NOW / 1000 - 60 } }],
    ['a private repository', 403, 'private-repository', { claims: { repository_visibility: 'private' } }],
    ['another repository', 403, 'provenance-disagrees', { claims: { repository: 'example/other' } }],
    ['another commit', 403, 'provenance-disagrees', { claims: { sha: 'b'.repeat(40) } }],
    ['another run of the workflow', 403, 'provenance-disagrees', { claims: { run_id: '3004' } }],
    ['no claims of GitHub', 401, 'missing-claim', { claims: { repository_id: undefined } }],
    ['a form', 415, 'wrong-content-type', { headers: { contentType: 'application/x-www-form-urlencoded' } }],
    ['brotli', 415, 'wrong-content-encoding', { headers: { contentEncoding: 'br' } }],
    ['not gzip', 400, 'broken-body', { headers: { contentEncoding: 'gzip' } }],
    ['21 MB', 413, 'too-large', { body: Buffer.alloc(21_000_000, ' ') }],
    ['nothing', 422, 'invalid-document', { body: Buffer.alloc(0) }],
    ['not JSON', 422, 'invalid-document', { body: Buffer.from('hello') }],
    ['not UTF-8', 422, 'invalid-document', { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ['null', 422, 'invalid-document', { body: Buffer.from('null') }],
    ['half of it', 422, 'invalid-document', text((run) => run.slice(0, run.length / 2))],
    ['a duplicate key', 422, 'invalid-document', text((run) => run.replace('{', '{"schemaVersion":1,'))],
    ['NaN', 422, 'invalid-document', text((run) => run.replace(/"seed":\d+/, '"seed":NaN'))],
    ['1e999', 422, 'invalid-document', text((run) => run.replace(/"seed":\d+/, '"seed":1e999'))],
    [
      'a number beyond 2^53',
      422,
      'invalid-document',
      text((run) => run.replace(/"seed":\d+/, '"seed":9007199254740993')),
    ],
    ['__proto__', 422, 'invalid-document', text((run) => run.replace('{', '{"__proto__":{"admin":true},'))],
    ['constructor', 422, 'invalid-document', text((run) => run.replace('{', '{"constructor":{"prototype":{}},'))],
    ['an unknown field', 422, 'invalid-document', text((run) => run.replace('{', '{"x":1,'))],
    ['100,000 lists in each other', 422, 'invalid-document', { body: Buffer.from('['.repeat(100_000)) }],
    ['a lone surrogate', 422, 'invalid-document', text((run) => run.replace('"quick"', '"\\ud800"'))],
    ['a line of a megabyte', 422, 'invalid-document', text((run) => run.replace('"quick"', `"${'q'.repeat(1e6)}"`))],
  ]
  test.each(cases)('%s: %i %s', async (_name, status, code, attempt) => {
    const error = await handIn(fromWorkflow(), attempt).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ status, code })
    expect((error as Refusal).message.length).toBeLessThan(400)
    expect(held()).toEqual([])
    expect(told).toEqual([])
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  test('more than its share of an hour', async () => {
    ingest.quota = hourlyQuota(1, () => NOW)
    await handIn(fromWorkflow())
    const before = held()
    const other = fromWorkflow((document) => {
      document.notes = []
    })
    await expect(handIn(other)).rejects.toMatchObject({ status: 429, code: 'quota', retryAfter: 3600 })
    expect(held()).toEqual(before)
  })
})
