import type { JWK } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issuerKeys } from './issuer-keys.ts'
import { Refusal } from './refusal.ts'
import { startIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
let now: number
let reachable: boolean
let keys: ReturnType<typeof issuerKeys>
let failures: string[]
let recorded: string[][]

beforeEach(async () => {
  issuer = await startIssuer()
  now = 0
  reachable = true
  failures = []
  recorded = []
  keys = issuerKeys({
    now: () => now,
    fetch: (url, options) => (reachable ? fetch(url, options) : Promise.reject(new Error('unreachable'))),
    onKeys: (published) => recorded.push(published.map(({ kid }) => kid)),
    onFailure: (issuer, error) => failures.push(`${issuer}: ${(error as Error).message}`),
  })
})
afterEach(() => issuer.close())

async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  const error = await attempt.then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(Refusal)
  return error as Refusal
}

test('a key is requested once, however many tokens are signed with it', async () => {
  await Promise.all(Array.from({ length: 20 }, () => keys.find(issuer.issuer, 'key-1')))
  await keys.find(issuer.issuer, 'key-1')
  expect(issuer.keyRequests()).toBe(1)
  expect(recorded).toEqual([['key-1']])
})

test('a new key is found once the last request is a minute old; before that, the response has a Retry-After', async () => {
  await keys.find(issuer.issuer, 'key-1')
  await issuer.rotate('key-2')
  now = 59_000
  const refusal = await refusalOf(keys.find(issuer.issuer, 'key-2'))
  expect(refusal).toMatchObject({ status: 503, code: 'keys-fetched-recently', retryAfter: 1 })
  expect(issuer.keyRequests()).toBe(1)
  now = 60_000
  expect((await keys.find(issuer.issuer, 'key-2')).kid).toBe('key-2')
  expect(issuer.keyRequests()).toBe(2)
})

test('a request for an unknown key does not block a new genuine key', async () => {
  expect((await refusalOf(keys.find(issuer.issuer, 'invented'))).code).toBe('unknown-key')
  await issuer.rotate('key-2')
  expect(await refusalOf(keys.find(issuer.issuer, 'key-2'))).toMatchObject({ status: 503, retryAfter: 60 })
  now = 60_000
  expect((await keys.find(issuer.issuer, 'key-2')).kid).toBe('key-2')
})

test('a revoked key works for at most an hour, without any request for another key', async () => {
  await keys.find(issuer.issuer, 'key-1')
  await issuer.rotate('key-2')
  issuer.published = issuer.published.filter(({ kid }) => kid === 'key-2')
  now = 3_599_999
  expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
  now = 3_600_000
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('unknown-key')
})

test('while the issuer is unreachable, its keys work for a day', async () => {
  await keys.find(issuer.issuer, 'key-1')
  reachable = false
  for (const hours of [1, 5, 23]) {
    now = hours * 3_600_000
    expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
  }
  now = 24 * 3_600_000
  expect(await refusalOf(keys.find(issuer.issuer, 'key-1'))).toMatchObject({ status: 503, code: 'issuer-unreachable' })
  reachable = true
  now += 60_000
  expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
})

test('a key that the issuer no longer publishes is dropped with the next request', async () => {
  await keys.find(issuer.issuer, 'key-1')
  await issuer.rotate('key-2')
  issuer.published = issuer.published.filter(({ kid }) => kid === 'key-2')
  now = 60_000
  await keys.find(issuer.issuer, 'key-2')
  now = 120_000
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('unknown-key')
})

test('an unreachable issuer: known keys work, others get a Retry-After', async () => {
  await keys.find(issuer.issuer, 'key-1')
  reachable = false
  now = 90_000
  const refusal = await refusalOf(keys.find(issuer.issuer, 'key-2'))
  expect(refusal).toMatchObject({ status: 503, code: 'issuer-unreachable', retryAfter: 60 })
  expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
  reachable = true
  await issuer.rotate('key-2')
  now = 150_000
  expect((await keys.find(issuer.issuer, 'key-2')).kid).toBe('key-2')
})

test('a configuration of another issuer, or with keys at another origin, is rejected', async () => {
  issuer.configuration = { issuer: 'https://other.example' }
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
  issuer.configuration = { jwks_uri: 'https://other.example/jwks' }
  now = 60_000
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
})

test('keys on another origin are not requested', async () => {
  const other = await startIssuer()
  issuer.configuration = { jwks_uri: `${other.issuer}/.well-known/jwks` }
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
  expect(other.keyRequests()).toBe(0)
  await other.close()
})

test('redirects of an issuer are not followed', async () => {
  issuer.configuration = { jwks_uri: `${issuer.issuer}/moved` }
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
  expect(issuer.keyRequests()).toBe(0)
})

test('a response of more than 200 kB is rejected', async () => {
  const [key] = issuer.published
  issuer.published = [key as never, { kty: 'RSA', kid: 'x'.repeat(200_000) }]
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
  issuer.published = [key as never, { kty: 'RSA', kid: 'x'.repeat(190_000) }]
  now = 60_000
  expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
})

test('keys that are not RSA signature keys are ignored', async () => {
  issuer.published = [
    { kty: 'oct', kid: 'secret', k: 'c2VjcmV0' },
    { ...issuer.published[0], kid: 'for-encryption', use: 'enc' } as never,
    null as never,
    issuer.published[0] as never,
  ]
  expect((await refusalOf(keys.find(issuer.issuer, 'secret'))).code).toBe('unknown-key')
  now = 60_000
  expect((await refusalOf(keys.find(issuer.issuer, 'for-encryption'))).code).toBe('unknown-key')
  expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
})

test.each<[string, (key: JWK) => Partial<JWK>]>([
  ['a modulus with padding', ({ n }) => ({ n: `${n}==` })],
  ['a modulus in base64', ({ n = '' }) => ({ n: `+/${n.slice(2)}` })],
  ['an even exponent', () => ({ e: 'AQAC' })],
  ['the exponent 1', () => ({ e: 'AQ' })],
  ['an exponent with padding', () => ({ e: 'Aw==' })],
  ['an exponent with leading zeros', () => ({ e: 'AAEAAQ' })],
  ['an id with a line feed', () => ({ kid: 'a\nb' })],
  ['an id of 501 characters', () => ({ kid: 'x'.repeat(501) })],
  ['an id with half a character', () => ({ kid: 'a\ud800' })],
])('a key with %s is ignored, and the other keys of the issuer are used', async (_name, change) => {
  const [key] = issuer.published as [JWK]
  const unusable = { ...key, kid: 'unusable', ...change(key) }
  issuer.published = [unusable, key]
  expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
  expect((await refusalOf(keys.find(issuer.issuer, String(unusable.kid)))).code).toBe('keys-fetched-recently')
  expect(recorded).toEqual([['key-1']])
})

test('a key with the exponent 3, or with an id of 500 characters, is used', async () => {
  const [key] = issuer.published as [JWK]
  issuer.published = [
    { ...key, kid: 'three', e: 'Aw' },
    { ...key, kid: 'ü'.repeat(500) },
  ]
  await keys.find(issuer.issuer, 'three')
  expect(recorded).toEqual([['three', 'ü'.repeat(500)]])
})

test('the reason why an issuer is unreachable is logged', async () => {
  reachable = false
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
  expect(failures).toEqual([`${issuer.issuer}: unreachable`])
})

test('keys that cannot be recorded are not used, and the error is passed on', async () => {
  const full = issuerKeys({
    ...{ fetch, now: () => now, onFailure: () => {} },
    onKeys: () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    },
  })
  await expect(full.find(issuer.issuer, 'key-1')).rejects.toThrow('no space left')
  // The issuer is asked once a minute, also while the disk is full.
  expect((await refusalOf(full.find(issuer.issuer, 'key-1'))).code).toBe('keys-fetched-recently')
  expect(issuer.keyRequests()).toBe(1)
})
