import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { identify, type SubmissionAction } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { GITHUB_ISSUER } from '../provenance/project.ts'
import { type Claims, startSigstore, submissionOf, TEST_REGISTRY, type TestSigstore } from '../provenance/testing.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { bundleFile } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { readStatements, statementFile } from '../store/statements.ts'
import { deleteRun } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, TEMPLATE, temporaryRegistry, toBytes } from '../testing.ts'
import { handleStatement } from './post-statement.ts'
import { hourlyQuota, makeUploadBudget } from './quotas.ts'
import type { JsonResponse } from './refusal.ts'
import { type Ingest, submit } from './submit.ts'
import { makeIngest, submissionBody } from './testing.ts'

const numbered = (number: number) =>
  exampleRun((document) => {
    document.source = null
    document.notes.push({ code: 'number', text: String(number) })
  })

const RUN = numbered(1)
const { id: ID } = identify(RUN)
const { id: OTHER } = identify(numbered(2))
const WITHDRAWAL: SubmissionAction = { action: 'withdraw', reason: 'wrong image' }

let sigstore: TestSigstore
let ingest: Ingest
let registry: Registry
/** The bundles that submit the two runs. */
let submissions: Buffer[]
/** A usual bundle that withdraws the run. */
let withdrawal: Buffer

beforeAll(async () => {
  sigstore = await startSigstore()
  submissions = await Promise.all([RUN, numbered(2)].map((document) => sigstore.sign(submissionOf(document))))
  withdrawal = await sign(WITHDRAWAL)
})
afterAll(() => sigstore.close())
beforeEach(async () => {
  registry = temporaryRegistry()
  ingest = makeIngest(registry, sigstore)
  for (const [index, bundle] of submissions.entries()) {
    const body = Readable.from([submissionBody(bundle, toBytes(numbered(index + 1)))])
    await submit({ contentType: 'application/json', contentEncoding: undefined, body }, ingest)
  }
})

/** Signs a statement about the run. @param claims the claims of the job's token that differ from the usual ones */
function sign(action: SubmissionAction, claims: Claims = {}, by = sigstore): Promise<Buffer> {
  const { hash, registry, allowPrivate } = submissionOf(RUN)
  return by.sign({ hash, registry, allowPrivate, ...action }, { claims })
}

/** Submits a bundle to the address of a run. */
async function post(bundle: Uint8Array, id = ID): Promise<JsonResponse> {
  const request = Object.assign(Readable.from([bundle]), { headers: { 'content-type': 'application/json' } })
  return handleStatement(request as unknown as IncomingMessage, id, ingest, (error) => {
    throw error
  })
}

const addedStatements = (id = ID) => readStatements(registry, id).slice(1)

test('a withdrawal is stored with its bundle, and the run is indexed again', async () => {
  const stored: string[] = []
  ingest.onStored = (id) => stored.push(id)
  const response = await post(withdrawal)
  const [statement] = addedStatements()
  expect(statement).toEqual({
    ...{ kind: 'withdrawn', reason: 'wrong image', at: expect.any(String) },
    bundle: JSON.parse(withdrawal.toString()),
  })
  expect(response).toEqual({ status: 201, headers: {}, body: { id: ID, ...statement } })
  expect(stored).toEqual([ID])
})

test('a changed reason is not what was signed', async () => {
  const bundle = JSON.parse(withdrawal.toString())
  const payload = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString().replace('wrong image', 'wrong owner')
  bundle.dsseEnvelope.payload = Buffer.from(payload).toString('base64')
  expect(await post(Buffer.from(JSON.stringify(bundle)))).toMatchObject({
    status: 403,
    body: { code: 'invalid-bundle' },
  })
  expect(addedStatements()).toEqual([])
})

test('the bundle that submitted a run makes no statement about it', async () => {
  const response = await post(readFileSync(bundleFile(registry, ID)))
  expect(response).toMatchObject({ status: 422, body: { code: 'invalid-statement' } })
  expect(response.body.message).toBe('Invalid statement: it must withdraw or supersede the run.')
})

test('a statement about one run cannot be submitted for another run of the same repository', async () => {
  const response = await post(withdrawal, OTHER)
  expect(response).toMatchObject({ status: 422, body: { code: 'invalid-statement' } })
  expect(response.body.message).toBe('Invalid statement: its subject must be the run in the URL.')
  expect(addedStatements(OTHER)).toEqual([])
})

test('a statement for another registry is rejected', async () => {
  const { hash } = submissionOf(RUN)
  const elsewhere = { ...WITHDRAWAL, hash, registry: 'https://other.example', allowPrivate: false }
  expect(await post(await sigstore.sign(elsewhere))).toMatchObject({ status: 403, body: { code: 'other-registry' } })
  expect(addedStatements()).toEqual([])
})

test('a statement that another Sigstore instance certified is rejected, until the registry trusts the instance', async () => {
  const second = await startSigstore()
  onTestFinished(() => second.close())
  const bundle = await sign(WITHDRAWAL, {}, second)
  expect(await post(bundle)).toMatchObject({ status: 403, body: { code: 'invalid-bundle' } })
  const roots = [sigstore, second].map(({ trustedRoot }) => JSON.stringify(trustedRoot))
  writeFileSync(path.join(registry.directory, 'trusted-root.jsonl'), `${roots.join('\n')}\n`)
  expect(await post(bundle)).toMatchObject({ status: 201 })
})

test('a statement about an unknown run is rejected', async () => {
  const { registry, allowPrivate } = submissionOf(RUN)
  const { id, hash } = identify(numbered(3))
  const response = await post(await sigstore.sign({ ...WITHDRAWAL, hash, registry, allowPrivate }), id)
  expect(response).toMatchObject({ status: 404, body: { code: 'unknown-run' } })
})

test('an owner that the operator denies changes no page, not even of its own run', async () => {
  ingest.access = { allow: [], deny: ['example'] }
  expect(await post(withdrawal)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(addedStatements()).toEqual([])
})

test.each([
  ['another repository of the same owner', { repository_id: '666' }],
  ['the repository after a change of owner', { repository_owner_id: '666' }],
  ['a repository of another issuer with the same id', { iss: `${GITHUB_ISSUER}/enterprise` }],
])('%s cannot withdraw a run', async (_name, claims) => {
  const response = await post(await sign(WITHDRAWAL, claims))
  expect(response).toMatchObject({ status: 403, body: { code: 'other-repository' } })
  expect(response.body.message).toBe('Only the repository that submitted this run can withdraw or supersede it.')
  expect(addedStatements()).toEqual([])
})

test('a run cannot supersede itself', async () => {
  const response = await post(await sign({ action: 'supersede', by: ID }))
  expect(response).toMatchObject({ status: 422, body: { code: 'invalid-statement' } })
})

test('a second withdrawal returns the first statement, which stays', async () => {
  const first = await post(withdrawal)
  const second = await post(await sign({ action: 'withdraw', reason: 'another reason' }))
  expect(second).toEqual({ ...first, status: 200 })
  expect(first.body.reason).toBe('wrong image')
  expect(addedStatements()).toHaveLength(1)
})

test('a second withdrawal with an invalid reason is rejected', async () => {
  await post(withdrawal)
  for (const reason of ['', ' ', 'two\nlines', 'turned \u202e round', 'x'.repeat(501)]) {
    const response = await post(await sign({ action: 'withdraw', reason }))
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid-statement' } })
  }
})

test('published bundles, which anyone can send to any address, use no quota of who signed them', async () => {
  await post(withdrawal)
  ingest.quota = hourlyQuota(1)
  for (let time = 0; time < 3; time += 1) {
    expect(await post(withdrawal)).toMatchObject({ status: 200 })
    expect(await post(withdrawal, OTHER)).toMatchObject({ status: 422 })
    expect(await post(submissions[0] ?? Buffer.of())).toMatchObject({ status: 422 })
  }
  expect(await post(await sign({ action: 'supersede', by: OTHER }))).toMatchObject({ status: 201 })
  expect(await post(await sign({ action: 'withdraw', reason: 'another' }))).toMatchObject({
    ...{ status: 429, body: { code: 'quota-exceeded' } },
  })
})

test('the memory for a statement is released, whether it was accepted or refused', async () => {
  ingest.budget = makeUploadBudget({ maxBytes: 16_384 })
  for (const status of [201, 200]) expect(await post(withdrawal)).toMatchObject({ status })
  for (const _ of [1, 2]) expect(await post(withdrawal, OTHER)).toMatchObject({ status: 422 })
})

test('no statement about a damaged run is accepted, nor one that it supersedes another run', async () => {
  writeFileSync(statementFile(registry, OTHER), 'no statement\n')
  const response = await post(await sign({ action: 'supersede', by: OTHER }))
  expect(response).toMatchObject({ status: 503, body: { code: 'damaged-statements' } })
  writeFileSync(statementFile(registry, ID), 'no statement\n')
  const own = await post(withdrawal)
  expect(own).toMatchObject({ status: 503, body: { code: 'damaged-statements' } })
  expect(String(own.body.message)).not.toContain(registry.directory)
})

test('no statement about a deleted run is accepted', async () => {
  deleteRun(registry, ID, 'named a person')
  expect(await post(withdrawal)).toMatchObject({ status: 410, body: { code: 'deleted-run' } })
})

test('the statements of a run that was signed for an earlier name of the registry are accepted under its new one', async () => {
  writeFileSync(path.join(registry.directory, 'addresses.txt'), `${TEST_REGISTRY}\nhttps://new.example\n`)
  const { hash } = submissionOf(RUN)
  const bundle = await sigstore.sign({ ...WITHDRAWAL, hash, registry: 'https://new.example', allowPrivate: false })
  expect(await post(bundle)).toMatchObject({ status: 201 })
})

test('a withdrawal whose bundle proves nothing is shown as the operator’s', async () => {
  const forged = { kind: 'withdrawn', reason: 'the numbers were wrong', at: '2026-11-01T00:00:00Z', bundle: {} }
  appendFileSync(statementFile(registry, ID), `${JSON.stringify(forged)}\n`)
  const page = await makeRunFile(registry, TEMPLATE, `${ID}.html`)
  expect(String(page?.body)).toContain('The operator of this registry withdrew this run: the numbers were wrong')
})
