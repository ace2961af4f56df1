import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { canonicalize, identify, type RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readStatements, statementFile } from '../store/statements.ts'
import { deleteRun } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { acceptRun } from './accept-run.ts'
import { changeState } from './change-state.ts'
import { handleStatement } from './post-statement.ts'
import { hourlyQuota, makeUploadBudget } from './quotas.ts'
import type { JsonResponse } from './refusal.ts'
import { type Ingest, submit } from './submit.ts'
import { makeClaims, startIssuer, type TestIssuer, testKeys } from './testing.ts'

const REGISTRY = 'https://registry.example'
const NOW = Date.UTC(2026, 10, 20)
const now = () => NOW

let issuer: TestIssuer
let ingest: Ingest
let id: string
let other: string
/** The runs that were added to the transparency log, in order. */
let logged: string[]

beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())
beforeEach(async () => {
  const registry = temporaryRegistry()
  ingest = {
    registry,
    trust: { issuers: [issuer.issuer], audience: REGISTRY, keys: testKeys(registry, { now }), now },
    released: { path: 'OWNER/plimsoll/.github/workflows/measure.yml', commits: [], issuer: issuer.issuer },
    access: { allow: [], deny: [] },
    quota: hourlyQuota(100, now),
    budget: makeUploadBudget(),
    acceptRun: (bytes, proof) => acceptRun(registry, bytes, proof),
    changeState: async (id, change) => changeState(registry, id, change),
    onStored: async () => {},
    addToLog: async (id) => {
      logged.push(id)
    },
  }
  logged = []
  id = await submitDocument(1)
  other = await submitDocument(2)
})

function numbered(number: number) {
  return exampleRun((document) => {
    document.source = null
    document.notes.push({ code: 'number', text: String(number) })
  })
}

async function submitDocument(number: number): Promise<string> {
  return submitRun(numbered(number))
}

async function submitRun(document: RunDocument): Promise<string> {
  const authorization = await bearer(document)
  const submission = { authorization, contentType: 'application/json', contentEncoding: undefined, allowPrivate: false }
  return (await submit({ ...submission, body: Readable.from([toBytes(document)]) }, ingest)).id
}

/** Returns a token that is bound to a value (valid for this value only). */
async function bearer(value: unknown, claims: Record<string, unknown> = {}, by = issuer): Promise<string> {
  const usual = makeClaims(by.issuer, `${REGISTRY}#${identify(value).hash}`, NOW / 1000)
  return `Bearer ${await by.sign({ ...usual, ...claims })}`
}

/**
 * Submits a statement about the run.
 * @param bound the value that the token is bound to
 * @param claims overrides of the token's usual claims
 */
async function submitStatement(
  statement: Record<string, string>,
  {
    bound = statement,
    claims = {},
    by = issuer,
  }: { bound?: unknown; claims?: Record<string, unknown>; by?: TestIssuer } = {},
): Promise<JsonResponse> {
  const body = Readable.from([Buffer.from(canonicalize(statement))])
  return handleStatement(requestWith(await bearer(bound, claims, by), body), id, ingest, (error) => {
    throw error
  })
}

function requestWith(authorization: string, body: Readable): IncomingMessage {
  const headers = { 'content-type': 'application/json' }
  return Object.assign(body, {
    headers,
    headersDistinct: { authorization: [authorization] },
  }) as unknown as IncomingMessage
}

const addedStatements = () => readStatements(ingest.registry, id).slice(1)

test('a token authorizes only the statement that it is bound to', async () => {
  const statement = { run: id, kind: 'withdrawn', reason: 'wrong image' }
  const bound = { ...statement, reason: 'another reason' }
  expect(await submitStatement(statement, { bound })).toMatchObject({
    status: 401,
    body: { code: 'audience-mismatch' },
  })
  expect(addedStatements()).toEqual([])
  expect((await submitStatement(statement)).status).toBe(201)
})

test('a withdrawal is in the transparency log before the answer', async () => {
  logged = []
  expect((await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' })).status).toBe(201)
  expect(logged).toEqual([id])
})

test('the token that submitted a run does not authorize a statement about it', async () => {
  const response = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' }, { bound: numbered(1) })
  expect(response).toMatchObject({ status: 401, body: { code: 'audience-mismatch' } })
})

test('a statement about one run cannot be submitted for another run of the same repository', async () => {
  const response = await submitStatement({ run: other, kind: 'withdrawn', reason: 'wrong image' })
  expect(response).toMatchObject({ status: 422, body: { code: 'invalid-statement' } })
  expect(response.body.message).toContain('/run must be the run id in the URL')
  expect(addedStatements()).toEqual([])
})

test('a repository of another issuer with the same id cannot withdraw a run', async () => {
  const second = await startIssuer()
  onTestFinished(() => second.close())
  ingest.trust = { ...ingest.trust, issuers: [issuer.issuer, second.issuer] }
  const response = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' }, { by: second })
  expect(response).toMatchObject({ status: 403, body: { code: 'other-repository' } })
})

test('an owner that the operator denies changes no page, not even of its own run', async () => {
  ingest.access = { allow: [], deny: ['example'] }
  const response = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' })
  expect(response).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(addedStatements()).toEqual([])
})

test.each([
  ['another repository of the same owner', { repository_id: '666' }],
  ['the repository after a change of owner', { repository_owner_id: '666' }],
])('%s cannot withdraw a run', async (_name, claims) => {
  const response = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' }, { claims })
  expect(response).toMatchObject({ status: 403, body: { code: 'other-repository' } })
  expect(addedStatements()).toEqual([])
})

test('a renamed repository can supersede its run', async () => {
  const claims = { repository: 'renamed/project', repository_owner: 'renamed' }
  expect((await submitStatement({ run: id, kind: 'superseded', by: other }, { claims })).status).toBe(201)
})

test('a second withdrawal returns the first statement, which stays', async () => {
  const first = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' })
  expect(addedStatements()).toHaveLength(1)
  expect(first).toEqual({ status: 201, headers: {}, body: { id, ...addedStatements()[0] } })
  expect(await submitStatement({ run: id, kind: 'withdrawn', reason: 'another reason' })).toEqual({
    ...first,
    status: 200,
  })
  expect(first.body.reason).toBe('wrong image')
  expect(addedStatements()).toHaveLength(1)
})

test('a second withdrawal with an invalid reason is rejected', async () => {
  await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' })
  for (const reason of ['', ' ', 'two\nlines', 'turned \u202e round', 'x'.repeat(501)]) {
    const response = await submitStatement({ run: id, kind: 'withdrawn', reason })
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid-statement' } })
  }
})

test('an archived token authorizes no statement and uses no quota', async () => {
  const [statement] = readStatements(ingest.registry, id)
  if (statement?.kind !== 'signed') throw new Error('no proof')
  ingest.quota = hourlyQuota(1, now)
  for (let time = 0; time < 3; time += 1) {
    const request = requestWith(`Bearer ${statement.token}`, new Readable({ read() {} }))
    const response = await handleStatement(request, id, ingest, () => {})
    expect(response).toMatchObject({ status: 401, body: { code: 'audience-mismatch' } })
  }
  expect((await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' })).status).toBe(201)
})

test('no statement about a damaged run is accepted, nor one that it supersedes another run', async () => {
  writeFileSync(statementFile(ingest.registry, other), 'no statement\n')
  const response = await submitStatement({ run: id, kind: 'superseded', by: other })
  expect(response).toMatchObject({ status: 503, body: { code: 'damaged-statements' } })
  writeFileSync(statementFile(ingest.registry, id), 'no statement\n')
  const own = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' })
  expect(own).toMatchObject({ status: 503, body: { code: 'damaged-statements' } })
  expect(String(own.body.message)).not.toContain(ingest.registry.directory)
})

test('no statement about a deleted run is accepted', async () => {
  deleteRun(ingest.registry, id, 'named a person')
  const response = await submitStatement({ run: id, kind: 'withdrawn', reason: 'wrong image' })
  expect(response).toMatchObject({ status: 410, body: { code: 'deleted-run' } })
})
