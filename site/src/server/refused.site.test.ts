import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { identify, type RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  tampered,
  tokenSignedByStranger,
  tokenSignedWithPublicKey,
  unsignedToken,
} from '../ingest/forged-tokens-testing.ts'
import { makeClaims } from '../ingest/testing.ts'
import { directoryOfTests, toBytes } from '../testing.ts'
import { BASE, expectDescribed, runOfWorkflow, startServer, type TestServer } from './testing.ts'

// This file tests every rejection, each over HTTP as a client would attempt it.

const { directory, remove } = directoryOfTests()
const AUDIENCE = BASE.slice(0, -1)
const RUN = runOfWorkflow()
const { hash: HASH } = identify(RUN)
const OTHER = `sha256:${'1'.repeat(64)}`

let server: TestServer
beforeAll(async () => {
  server = await startServer(directory)
})
afterAll(async () => {
  await server.stop()
  remove()
})

/** One attempt to submit a document. Fields that are missing have valid values. */
interface Attempt {
  token?: string | null
  body?: Uint8Array
  headers?: Record<string, string>
}

async function attempt({ token, body, headers }: Attempt): Promise<Response> {
  const authorization: Record<string, string> =
    token === null ? {} : { authorization: `Bearer ${token ?? (await signed())}` }
  return fetch(`${server.address}/api/v1/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body: new Uint8Array(body ?? toBytes(RUN)),
  })
}

const second = () => Math.floor(Date.now() / 1000)
const claims = () => makeClaims(server.issuer.issuer, `${AUDIENCE}#${HASH}`, second())
const signed = (change: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
  server.issuer.sign({ ...claims(), ...change }, header)

/** Returns an attempt whose token has other claims. */
const claiming = (change: () => Record<string, unknown>) => async () => ({ token: await signed(change()) })
const token = (make: () => string | Promise<string>) => async () => ({ token: await make() })
const body = (bytes: Uint8Array) => async () => ({ body: bytes })
const text = (change: (text: string) => string) => body(Buffer.from(change(toBytes(RUN).toString())))
const headers = (more: Record<string, string>) => async () => ({ headers: more })
/** Returns an attempt with a valid token for a changed document, so that only the document is at fault. */
const changed = (change: (document: RunDocument) => void) => async () => {
  const document = runOfWorkflow(change)
  return {
    token: await signed({ aud: `${AUDIENCE}#${identify(document).hash}` }),
    body: toBytes(document),
  }
}

const CASES: [name: string, status: number, code: string, sentence: RegExp, attempt: () => Promise<Attempt>][] = [
  ['no token', 401, 'no-token', /with an OpenID Connect token/, async () => ({ token: null })],
  ['no JSON Web Token', 401, 'malformed-token', /not a signed JSON Web Token/, token(() => 'ghp_abc')],
  ['expired', 401, 'token-expired', /has expired/, claiming(() => ({ exp: second() - 60 }))],
  ['not yet valid', 401, 'token-not-yet-valid', /not valid yet/, claiming(() => ({ nbf: second() + 60 }))],
  [
    'a clock 90 s off',
    401,
    'token-not-yet-valid',
    /Check the clocks/,
    claiming(() => ({ iat: second() + 90, nbf: second() + 90, exp: second() + 390 })),
  ],
  ['wrong audience', 401, 'wrong-audience', /not for this registry/, claiming(() => ({ aud: 'https://github.com/x' }))],
  [
    'another document',
    401,
    'audience-mismatch',
    /token is for the document sha256:1+,/,
    claiming(() => ({ aud: `${AUDIENCE}#${OTHER}` })),
  ],
  ['no hash', 401, 'no-hash-in-audience', /not for a document/, claiming(() => ({ aud: AUDIENCE }))],
  [
    'several audiences',
    401,
    'several-audiences',
    /several audiences/,
    claiming(() => ({ aud: [`${AUDIENCE}#${HASH}`, 'https://other.example'] })),
  ],
  ['wrong issuer', 401, 'wrong-issuer', /only tokens from http/, claiming(() => ({ iss: 'https://issuer.example' }))],
  [
    'issuer with a slash at the end',
    401,
    'wrong-issuer',
    /only tokens from http/,
    claiming(() => ({ iss: `${server.issuer.issuer}/` })),
  ],
  [
    'a look-alike host',
    401,
    'wrong-issuer',
    /only tokens from http/,
    claiming(() => ({ iss: `${server.issuer.issuer}.evil.example` })),
  ],
  ['alg none', 401, 'wrong-algorithm', /not signed with RS256/, token(() => unsignedToken(claims()))],
  [
    'HS256 signed with the public key',
    401,
    'wrong-algorithm',
    /not signed with RS256/,
    token(() => tokenSignedWithPublicKey(server.issuer, claims())),
  ],
  // An earlier test has just made the server ask the issuer for its keys.
  ['unknown kid', 503, 'keys-fetched-recently', /a moment ago\. Submit/, token(() => signed({}, { kid: 'key-9' }))],
  [
    "a key of another issuer's",
    401,
    'bad-signature',
    /does not match the issuer/,
    token(() => tokenSignedByStranger(claims())),
  ],
  ['jku', 401, 'key-in-token', /not contain "jku"/, token(() => signed({}, { jku: 'https://evil.example/keys' }))],
  ['jwk', 401, 'key-in-token', /not contain "jwk"/, token(() => tokenSignedByStranger(claims(), { withKey: true }))],
  [
    'a tampered payload',
    401,
    'bad-signature',
    /does not match the issuer/,
    token(() => tampered(server.issuer, claims(), { claims: { repository: 'example/other' } })),
  ],
  ['no claims of GitHub', 401, 'missing-claim', /"repository_id" is/, claiming(() => ({ repository_id: undefined }))],
  ['another repository', 403, 'provenance-mismatch', /\/source\/repository/, claiming(() => ({ repository: 'a/b' }))],
  ['another commit', 403, 'provenance-mismatch', /\/source\/commit/, claiming(() => ({ sha: 'b'.repeat(40) }))],
  ['another ref', 403, 'provenance-mismatch', /\/source\/ref/, claiming(() => ({ ref: 'refs/heads/b' }))],
  ['another workflow run', 403, 'provenance-mismatch', /\/source\/workflowRun/, claiming(() => ({ run_id: '3004' }))],
  [
    'a private repository',
    403,
    'private-repository',
    /Set allow-private/,
    claiming(() => ({ repository_visibility: 'private' })),
  ],
  ['6 MB', 413, 'too-large', /maximum of 5 MB/, body(Buffer.alloc(6_000_000, ' '))],
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
  ['not JSON', 422, 'invalid-document', /at the root: expected a JSON value/, body(Buffer.from('hello'))],
  ['nothing', 422, 'invalid-document', /expected a JSON value/, body(new Uint8Array())],
  ['null', 422, 'invalid-document', /at the root/, body(Buffer.from('null'))],
  ['half of it', 422, 'invalid-document', /line 1, column/, text((run) => run.slice(0, run.length / 2))],
  [
    'a number of it changed',
    401,
    'audience-mismatch',
    /hash of this document is sha256:/,
    text((run) => run.replace('"seed":', '"seed":1')),
  ],
  ['not UTF-8', 422, 'invalid-document', /not valid UTF-8/, body(Buffer.from([0x22, 0xff, 0x22]))],
  ['a duplicate key', 422, 'invalid-document', /given twice/, text((run) => run.replace('{', '{"schemaVersion":1,'))],
  ['deep nesting', 422, 'invalid-document', /more than 64 levels/, body(Buffer.from('['.repeat(100_000)))],
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
    body(Buffer.from(`[${'1,'.repeat(500_000)}1]`)),
  ],
  [
    '1,001 keys',
    422,
    'invalid-document',
    /more than 1,000 keys/,
    body(Buffer.from(`{${Array.from({ length: 1001 }, (_, index) => `"${index}":1`)}}`)),
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
