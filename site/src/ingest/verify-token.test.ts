import { KeyObject } from 'node:crypto'
import { idOfHash } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proofFault } from '../store/check-proof.ts'
import { knownKeys } from '../store/key-log.ts'
import { temporaryRegistry } from '../testing.ts'
import {
  encodePart,
  tampered,
  tokenSignedByStranger,
  tokenSignedRs512,
  tokenSignedWithPublicKey,
  unsignedToken,
  withUnusedBits,
} from './forged-tokens-testing.ts'
import { issuerKeys } from './issuer-keys.ts'
import { Refusal } from './refusal.ts'
import { makeClaims, recordPublished, startIssuer, type TestIssuer } from './testing.ts'
import { readAuthorization, type Trust, verifyToken } from './verify-token.ts'

const REGISTRY = 'https://registry.example'
const HASH = `sha256:${'0'.repeat(64)}`
const AUDIENCE = `${REGISTRY}#${HASH}`
const NOW = Date.UTC(2026, 10, 20)

let issuer: TestIssuer
let trust: Trust
let claims: Record<string, unknown>

beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())
beforeEach(() => {
  trust = {
    issuers: [issuer.issuer],
    audience: REGISTRY,
    keys: issuerKeys({ fetch, now: () => NOW, onKeys: () => {}, onFailure: () => {} }),
    now: () => NOW,
  }
  claims = makeClaims(issuer.issuer, AUDIENCE, NOW / 1000)
})

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test('a valid token passes and yields the hash of its document', async () => {
  const verified = await verifyToken(`Bearer ${await issuer.sign(claims)}`, trust)
  expect(verified.hash).toBe(HASH)
  expect(verified.claims.repository_id).toBe('1001')
  expect(Object.keys(verified.key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n'])
})

test('an archived token can be verified without the issuer, and fails if it was changed', async () => {
  const registry = temporaryRegistry()
  recordPublished(registry, issuer)
  const known = knownKeys(registry)
  const { token, key } = await verifyToken(`Bearer ${await issuer.sign(claims)}`, trust)
  const { kid = '', n = '', e = '' } = key
  const proof = {
    kind: 'signed',
    level: 'signed by repository',
    token,
    kid,
    n,
    e,
    at: '2026-11-20T12:00:00.000Z',
  } as const
  expect(proofFault(idOfHash(HASH), proof, known)).toBeNull()
  const [header, , signature] = token.split('.')
  const other = `${header}.${encodePart({ ...claims, repository: 'example/other' })}.${signature}`
  expect(proofFault(idOfHash(HASH), { ...proof, token: other }, known)).toBe(
    'its token is not signed with the key in the statement',
  )
})

const second = NOW / 1000
const REJECTED: [string, string, () => Promise<string | null> | string | null][] = [
  ['no header at all', 'no-token', () => null],
  ['an empty header', 'no-token', () => ''],
  ['another scheme', 'malformed-token', () => 'Basic dXNlcjpwYXNz'],
  ['no token after Bearer', 'malformed-token', () => 'Bearer '],
  ['two parts', 'malformed-token', () => 'Bearer a.b'],
  ['parts that are not JSON', 'malformed-token', () => 'Bearer aaaa.bbbb.cccc'],
  ['a header that is a list', 'malformed-token', () => `Bearer ${encodePart([])}.${encodePart({})}.x`],
  ['other unused bits', 'malformed-token', async () => `Bearer ${withUnusedBits(await issuer.sign(claims))}`],
  ['20 kB', 'malformed-token', () => `Bearer ${'a'.repeat(20_000)}.b.c`],
  ['two tokens', 'malformed-token', async () => `Bearer ${await issuer.sign(claims)}, ${await issuer.sign(claims)}`],
  ['expired 31 s ago', 'token-expired', () => signed({ exp: second - 31 })],
  ['not valid for another 31 s', 'token-not-yet-valid', () => signed({ nbf: second + 31 })],
  ['issued 31 s from now', 'token-not-yet-valid', () => signed({ iat: second + 31 })],
  ['a clock 90 s off', 'token-not-yet-valid', () => signed({ iat: second + 90, nbf: second + 90, exp: second + 390 })],
  ['valid for a year', 'token-lives-too-long', () => signed({ exp: second + 365 * 86_400 })],
  ['no expiry', 'missing-claim', () => signed({ exp: undefined })],
  ['no nbf', 'missing-claim', () => signed({ nbf: undefined })],
  ['no iat', 'missing-claim', () => signed({ iat: undefined })],
  ['no jti', 'missing-claim', () => signed({ jti: undefined })],
  ['an expiry that is text', 'missing-claim', () => signed({ exp: 'tomorrow' })],
  ['another audience', 'wrong-audience', () => signed({ aud: `https://other.example#${HASH}` })],
  [
    'an audience that begins with the registry',
    'wrong-audience',
    () => signed({ aud: `${REGISTRY}.evil.example#${HASH}` }),
  ],
  ['an audience with a path', 'wrong-audience', () => signed({ aud: `${REGISTRY}/#${HASH}` })],
  ['no hash in the audience', 'no-hash-in-audience', () => signed({ aud: REGISTRY })],
  ['an empty hash in the audience', 'no-hash-in-audience', () => signed({ aud: `${REGISTRY}#` })],
  ['a hash in capitals', 'no-hash-in-audience', () => signed({ aud: `${REGISTRY}#sha256:${'A'.repeat(64)}` })],
  ['two hashes', 'no-hash-in-audience', () => signed({ aud: `${REGISTRY}#${HASH}#${HASH}` })],
  ...[1, ['a'], { a: 1 }, null, ''].map((jti): (typeof REJECTED)[number] => [
    `the jti ${JSON.stringify(jti)}`,
    'missing-claim',
    () => signed({ jti }),
  ]),
  ['an audience in two lists', 'wrong-audience', () => signed({ aud: [[AUDIENCE]] })],
  ['several audiences', 'several-audiences', () => signed({ aud: [AUDIENCE, 'https://other.example'] })],
  ['no audience', 'missing-claim', () => signed({ aud: undefined })],
  ['an empty list of audiences', 'several-audiences', () => signed({ aud: [] })],
  ['another issuer', 'wrong-issuer', () => signed({ iss: 'https://issuer.example' })],
  ['an issuer with a slash at the end', 'wrong-issuer', () => signed({ iss: `${issuer.issuer}/` })],
  ['a look-alike issuer', 'wrong-issuer', () => signed({ iss: `${issuer.issuer}.evil.example` })],
  ['an issuer with a user in front', 'wrong-issuer', () => signed({ iss: issuer.issuer.replace('//', '//x@') })],
  ['no issuer', 'wrong-issuer', () => signed({ iss: undefined })],
  ['alg none', 'wrong-algorithm', () => `Bearer ${unsignedToken(claims)}`],
  [
    'HS256 with the public key as the secret',
    'wrong-algorithm',
    () => `Bearer ${tokenSignedWithPublicKey(issuer, claims)}`,
  ],
  ['RS512', 'wrong-algorithm', async () => `Bearer ${await tokenSignedRs512(claims)}`],
  ['no key named', 'unknown-key', () => signed({}, { kid: undefined })],
  ['an unknown key', 'unknown-key', () => signed({}, { kid: 'key-9' })],
  ['a path as the key', 'unknown-key', () => signed({}, { kid: '../../etc/passwd' })],
  [
    "another issuer's key under a known name",
    'bad-signature',
    async () => `Bearer ${await tokenSignedByStranger(claims)}`,
  ],
  [
    'a key in the header (jwk)',
    'key-in-token',
    async () => `Bearer ${await tokenSignedByStranger(claims, { withKey: true })}`,
  ],
  ['an address to fetch keys from (jku)', 'key-in-token', () => signed({}, { jku: 'https://evil.example/jwks' })],
  ['a certificate to fetch (x5u)', 'key-in-token', () => signed({}, { x5u: 'https://evil.example/cert' })],
  [
    'a critical extension',
    'key-in-token',
    async () => `Bearer ${await tampered(issuer, claims, { header: { crit: ['b64'], b64: false } })}`,
  ],
  [
    'claims changed after signing',
    'bad-signature',
    async () => `Bearer ${await tampered(issuer, claims, { claims: { repository: 'example/other' } })}`,
  ],
  ['a signature cut short', 'bad-signature', async () => (await signed({})).slice(0, -10)],
  ['no signature', 'bad-signature', async () => `${(await signed({})).split('.').slice(0, 2).join('.')}.`],
]

function signed(change: Record<string, unknown>, header?: Record<string, unknown>): Promise<string> {
  return issuer.sign({ ...claims, ...change }, header).then((token) => `Bearer ${token}`)
}

test('of several headers "Authorization" none counts', () => {
  const header = (...values: string[]) => ({ headersDistinct: { authorization: values } })
  expect(readAuthorization({ headersDistinct: {} })).toBeNull()
  expect(readAuthorization(header('Bearer a.b.c'))).toBe('Bearer a.b.c')
  expect(() => readAuthorization(header('Bearer a.b.c', 'Bearer a.b.c'))).toThrow(/several headers "Authorization"/)
})

describe('rejected', () => {
  test.each(REJECTED)('%s: %s', async (_name, code, make) => {
    expect(await codeOf(verifyToken(await make(), trust))).toBe(code)
  })

  test('every refusal is a sentence and contains no part of the token', async () => {
    for (const [, , make] of REJECTED) {
      const header = await make()
      const error = await verifyToken(header, trust).catch((error: Refusal) => error)
      expect((error as Refusal).message).toMatch(/^[A-Z].*[.?]$/)
      const parts = (header ?? '').split(/[ .]/).filter(({ length }) => length > 20)
      expect(parts.filter((part) => (error as Refusal).message.includes(part))).toEqual([])
    }
  })
})

test('a clock difference of 20 s is accepted', async () => {
  for (const off of [-20, 20]) {
    const shifted = { iat: second + off, nbf: second + off, exp: second + off + 15 }
    expect(await codeOf(verifyToken(await signed(shifted), trust)), `${off} s`).toBe('accepted')
  }
})

test('a token of more than 16 kB is rejected, even if it is valid', async () => {
  const long = (length: number) => signed({ more: 'x'.repeat(length) })
  expect((await long(11_000)).length).toBeLessThan(16_384)
  expect(await codeOf(verifyToken(await long(11_000), trust))).toBe('accepted')
  expect(await codeOf(verifyToken(await long(12_000), trust))).toBe('malformed-token')
})

test('the returned key has public parts only', async () => {
  const { key } = await verifyToken(await signed({}), trust)
  expect(key).not.toBeInstanceOf(KeyObject)
  expect(JSON.stringify(key)).not.toContain('"d"')
})
