import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Submission } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionBody } from '../ingest/testing.ts'
import { type Claims, startSigstore, submissionOf, type TestSigstore } from '../provenance/testing.ts'
import { directoryOfTests, toBytes } from '../testing.ts'
import { expectDescribed, runOfWorkflow, startServer, type TestServer } from './testing.ts'

// Every code of a rejection, over HTTP as a client would attempt it. Forged bundles are in
// ../provenance/forged-bundles.test.ts, bodies in ../ingest/read-body.test.ts, documents in the tests of the schema.

const { directory, remove } = directoryOfTests()
const RUN = runOfWorkflow()

let server: TestServer
/** A Sigstore instance that the registry does not trust. */
let stranger: TestSigstore
/** The bundle that signs the run. */
let usual: Buffer
beforeAll(async () => {
  server = await startServer(directory)
  stranger = await startSigstore()
  usual = await server.sigstore.sign(submissionOf(RUN))
})
afterAll(async () => {
  await server.stop()
  await stranger.close()
  remove()
})

/** One attempt to submit a run. Fields that are missing have valid values. */
interface Attempt {
  bundle?: Uint8Array
  document?: Uint8Array
  /** The whole body, instead of bundle and document. */
  body?: Uint8Array
  headers?: Record<string, string>
}

async function attempt({ bundle = usual, document = toBytes(RUN), body, headers }: Attempt): Promise<Response> {
  return fetch(`${server.address}/api/v1/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...headers },
    body: new Uint8Array(body ?? submissionBody(bundle, document)),
  })
}

/** Returns an attempt whose bundle signs something else. */
const signing =
  (change: Partial<Submission>, by = () => server.sigstore) =>
  async () => ({ bundle: await by().sign({ ...submissionOf(RUN), ...change } as Submission) })
/** Returns an attempt whose certificate has other claims. */
const claiming = (claims: Claims) => async () => ({ bundle: await server.sigstore.sign(submissionOf(RUN), { claims }) })
/** Returns an attempt with the usual bundle, changed after it was signed. */
const edited = (change: (bundle: string) => string) => async () => ({ bundle: Buffer.from(change(usual.toString())) })
const document = (bytes: Uint8Array) => async () => ({ document: bytes })
const body = (bytes: Uint8Array) => async () => ({ body: bytes })
const text = (change: (text: string) => string) => document(Buffer.from(change(toBytes(RUN).toString())))
const headers = (more: Record<string, string>) => async () => ({ headers: more })

const OTHER = `sha256:${'1'.repeat(64)}`
const UNTRUSTED =
  /^The bundle does not allow this submission: its certificate is not from a Sigstore instance that this/
const NO_BUNDLE = /^The first line of the body must be the Sigstore bundle/

const CASES: [name: string, status: number, code: string, sentence: RegExp, attempt: () => Promise<Attempt>][] = [
  ['a document without a bundle', 400, 'no-bundle', NO_BUNDLE, body(toBytes(RUN))],
  ['no JSON as a bundle', 403, 'invalid-bundle', /: it is not JSON\.$/, edited(() => 'ghp_abc')],
  ['a bundle of another instance', 403, 'invalid-bundle', UNTRUSTED, signing({}, () => stranger)],
  [
    'another registry',
    403,
    'other-registry',
    /for the registry https:\/\/other\.example, and this registry is https:\/\/registry\.example\.$/,
    signing({ registry: 'https://other.example' }),
  ],
  ['a withdrawal', 403, 'other-action', /not submit a run\.$/, signing({ action: 'withdraw', reason: 'wrong' })],
  ['another document', 403, 'other-document', /it is for the document sha256:1+, not/, signing({ hash: OTHER })],
  ['another repository', 403, 'provenance-mismatch', /\/source\/repository/, claiming({ repository: 'a/b' })],
  [
    'a private repository',
    403,
    'private-repository',
    /its repository is private, and it does not allow/,
    claiming({ repository_visibility: 'private' }),
  ],
  ['6 MB', 413, 'too-large', /maximum of 5 MB/, body(Buffer.alloc(6_000_000, ' '))],
  [
    'a gzip bomb',
    413,
    'too-large',
    /maximum of 5 MB/,
    async () => ({ body: gzipSync(Buffer.alloc(30_000_000)), headers: { 'content-encoding': 'gzip' } }),
  ],
  ['half a gzip', 400, 'broken-body', /not valid gzip/, headers({ 'content-encoding': 'gzip' })],
  ['a form', 415, 'wrong-content-type', /as application\/json/, headers({ 'content-type': 'multipart/form-data' })],
  ['brotli', 415, 'wrong-content-encoding', /or compressed with gzip/, headers({ 'content-encoding': 'br' })],
  ['half of it', 422, 'invalid-document', /line 1, column/, text((run) => run.slice(0, run.length / 2))],
  [
    'a prototype-pollution key',
    422,
    'invalid-document',
    /\/__proto__/,
    text((run) => run.replace('{', '{"__proto__":{"admin":true},')),
  ],
]

test.each(CASES)('%s: %i %s', async (_name, status, code, sentence, make) => {
  const response = await attempt(await make())
  const refusal = (await response.json()) as { code: string; message: string }
  expect({ status: response.status, ...refusal }).toMatchObject({ status, code })
  expect(refusal.message).toMatch(sentence)
  expect(refusal.message).toMatch(/^[A-Z].*[.?]$/)
  expectDescribed(refusal, 'Refusal')
  expect(storedFiles()).toEqual([])
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
})

function storedFiles(): string[] {
  return [server.registry.documents, server.registry.statements].flatMap((folder) => readdirSync(folder))
}
