import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { RunDocument, Submission } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionBody } from '../ingest/testing.ts'
import { type Claims, startSigstore, submissionOf, type TestSigstore } from '../provenance/testing.ts'
import { directoryOfTests, toBytes } from '../testing.ts'
import { expectDescribed, runOfWorkflow, startServer, type TestServer } from './testing.ts'

// This file tests every kind of rejection, each over HTTP as a client would attempt it. There are many more forged
// bundles in ../provenance/forged-bundles.test.ts.

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
const changed = (change: (document: RunDocument) => void) => document(toBytes(runOfWorkflow(change)))

const OTHER = `sha256:${'1'.repeat(64)}`
const UNTRUSTED =
  /^The bundle does not allow this submission: its certificate is not from a Sigstore instance that this/
const NO_BUNDLE = /^The first line of the body must be the Sigstore bundle/

const CASES: [name: string, status: number, code: string, sentence: RegExp, attempt: () => Promise<Attempt>][] = [
  ['nothing', 400, 'no-bundle', NO_BUNDLE, body(new Uint8Array())],
  ['a document without a bundle', 400, 'no-bundle', NO_BUNDLE, body(toBytes(RUN))],
  ['an empty first line', 400, 'no-bundle', NO_BUNDLE, body(submissionBody(Buffer.of(), toBytes(RUN)))],
  ['a first line of 65 kB', 400, 'no-bundle', NO_BUNDLE, body(submissionBody(Buffer.alloc(65_000, ' '), toBytes(RUN)))],
  ['no JSON as a bundle', 403, 'invalid-bundle', /: it is not JSON\.$/, edited(() => 'ghp_abc')],
  [
    'another JSON as a bundle',
    403,
    'invalid-bundle',
    /: it is not a Sigstore bundle\.$/,
    edited(() => toBytes(RUN).toString()),
  ],
  ['a bundle in several lines', 403, 'invalid-bundle', /not JSON/, edited((json) => json.replace('{', '{\n'))],
  [
    'a changed statement',
    403,
    'invalid-bundle',
    /its signature does not verify/,
    edited((json) => json.replace(/"payload":"(.{40})./, '"payload":"$1A')),
  ],
  ['a bundle of another instance', 403, 'invalid-bundle', UNTRUSTED, signing({}, () => stranger)],
  [
    'a statement of an unknown kind',
    403,
    'invalid-bundle',
    /its statement is not valid: its predicate/,
    signing({ action: 'praise' as 'submit' }),
  ],
  [
    'a certificate without a repository id',
    403,
    'invalid-bundle',
    /its certificate has no source repository identifier\.$/,
    claiming({ repository_id: '' }),
  ],
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
  ['another commit', 403, 'provenance-mismatch', /\/source\/commit/, claiming({ sha: 'b'.repeat(40) })],
  ['another ref', 403, 'provenance-mismatch', /\/source\/ref/, claiming({ ref: 'refs/heads/b' })],
  ['another workflow run', 403, 'provenance-mismatch', /\/source\/workflowRun/, claiming({ run_id: '3004' })],
  [
    'a private repository',
    403,
    'private-repository',
    /its repository is private, and it does not allow/,
    claiming({ repository_visibility: 'private' }),
  ],
  ['6 MB', 413, 'too-large', /maximum of 5 MB/, body(Buffer.alloc(6_000_000, ' '))],
  ['a document of 5 MB and a byte', 422, 'invalid-document', /MB/, document(Buffer.alloc(5_000_001, ' '))],
  [
    'a gzip bomb',
    413,
    'too-large',
    /maximum of 5 MB/,
    async () => ({ body: gzipSync(Buffer.alloc(300_000_000)), headers: { 'content-encoding': 'gzip' } }),
  ],
  ['half a gzip', 400, 'broken-body', /not valid gzip/, headers({ 'content-encoding': 'gzip' })],
  ['a form', 415, 'wrong-content-type', /as application\/json/, headers({ 'content-type': 'multipart/form-data' })],
  ['brotli', 415, 'wrong-content-encoding', /or compressed with gzip/, headers({ 'content-encoding': 'br' })],
  ['not JSON', 422, 'invalid-document', /at the root: expected a JSON value/, document(Buffer.from('hello'))],
  ['no document', 422, 'invalid-document', /expected a JSON value/, document(new Uint8Array())],
  ['null', 422, 'invalid-document', /at the root/, document(Buffer.from('null'))],
  ['half of it', 422, 'invalid-document', /line 1, column/, text((run) => run.slice(0, run.length / 2))],
  [
    'a number of it changed',
    403,
    'other-document',
    /it is for the document sha256:\w+, not for sha256:/,
    text((run) => run.replace('"seed":', '"seed":1')),
  ],
  ['not UTF-8', 422, 'invalid-document', /not valid UTF-8/, document(Buffer.from([0x22, 0xff, 0x22]))],
  ['a duplicate key', 422, 'invalid-document', /given twice/, text((run) => run.replace('{', '{"schemaVersion":1,'))],
  ['deep nesting', 422, 'invalid-document', /more than 64 levels/, document(Buffer.from('['.repeat(100_000)))],
  [
    'NaN',
    422,
    'invalid-document',
    /\/design\/seed: expected a JSON value/,
    text((run) => run.replace(/"seed":\d+/, '"seed":NaN')),
  ],
  [
    'a number beyond 2^53',
    422,
    'invalid-document',
    /an integer must be within/,
    text((run) => run.replace(/"seed":\d+/, '"seed":9007199254740993')),
  ],
  [
    '1e999',
    422,
    'invalid-document',
    /must be in the range of a double/,
    text((run) => run.replace(/"seed":\d+/, '"seed":1e999')),
  ],
  [
    'a lone surrogate',
    422,
    'invalid-document',
    /half of a surrogate/,
    text((run) => run.replace('"quick"', '"\\ud800"')),
  ],
  [
    'a prototype-pollution key',
    422,
    'invalid-document',
    /\/__proto__/,
    text((run) => run.replace('{', '{"__proto__":{"admin":true},')),
  ],
  [
    'a constructor',
    422,
    'invalid-document',
    /\/constructor/,
    text((run) => run.replace('{', '{"constructor":{"prototype":{}},')),
  ],
  [
    '500,001 values',
    422,
    'invalid-document',
    /more than 500,000 values/,
    document(Buffer.from(`[${'1,'.repeat(500_000)}1]`)),
  ],
  [
    '1,001 keys',
    422,
    'invalid-document',
    /more than 1,000 keys/,
    document(Buffer.from(`{${Array.from({ length: 1001 }, (_, index) => `"${index}":1`)}}`)),
  ],
  [
    '257 notes',
    422,
    'invalid-document',
    /\/notes/,
    changed((document) => {
      document.notes = Array.from({ length: 257 }, () => ({ code: 'note', text: 'A note.' }))
    }),
  ],
  [
    'a line of 501 characters',
    422,
    'invalid-document',
    /\/host\/cpu\/model/,
    changed((document) => {
      document.host.cpu.model = 'x'.repeat(501)
    }),
  ],
  [
    'an unknown field',
    422,
    'invalid-document',
    /\/hostname/,
    changed((document) => {
      Object.assign(document, { hostname: 'my-laptop' })
    }),
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
