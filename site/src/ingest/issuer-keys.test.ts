import { afterEach, beforeEach, expect, test } from 'vitest'
import { issuerKeys } from './issuer-keys.ts'
import { Refusal } from './refusal.ts'
import { startIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
let now: number
let reachable: boolean
let keys: ReturnType<typeof issuerKeys>

beforeEach(async () => {
  issuer = await startIssuer()
  now = 0
  reachable = true
  keys = issuerKeys({
    now: () => now,
    fetch: (url, options) => (reachable ? fetch(url, options) : Promise.reject(new Error('unreachable'))),
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

test('a key is asked for once, however many tokens are signed with it', async () => {
  await Promise.all(Array.from({ length: 20 }, () => keys.find(issuer.issuer, 'key-1')))
  await keys.find(issuer.issuer, 'key-1')
  expect(issuer.asked()).toBe(1)
})

test('a new key is found when the last question is a minute old, not before', async () => {
  await keys.find(issuer.issuer, 'key-1')
  await issuer.rotate('key-2')
  now = 59_999
  expect((await refusalOf(keys.find(issuer.issuer, 'key-2'))).code).toBe('unknown-key')
  expect(issuer.asked()).toBe(1)
  now = 60_000
  expect((await keys.find(issuer.issuer, 'key-2')).kid).toBe('key-2')
  expect(issuer.asked()).toBe(2)
})

test('a key the issuer no longer publishes is forgotten when it is asked next', async () => {
  await keys.find(issuer.issuer, 'key-1')
  await issuer.rotate('key-2')
  issuer.published = issuer.published.filter(({ kid }) => kid === 'key-2')
  now = 60_000
  await keys.find(issuer.issuer, 'key-2')
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('unknown-key')
})

test('an issuer that cannot be reached: known keys work, others are asked for again later, and it says when', async () => {
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

test('an issuer whose configuration is not its own, or whose keys lie elsewhere, has none', async () => {
  issuer.configuration = { issuer: 'https://other.example' }
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
  issuer.configuration = { jwks_uri: 'https://other.example/jwks' }
  now = 60_000
  expect((await refusalOf(keys.find(issuer.issuer, 'key-1'))).code).toBe('issuer-unreachable')
})

test('keys that are not RSA keys for signing are passed over', async () => {
  issuer.published = [
    { kty: 'oct', kid: 'secret', k: 'c2VjcmV0' },
    { ...issuer.published[0], kid: 'for-encryption', use: 'enc' } as never,
    null as never,
    issuer.published[0] as never,
  ]
  expect((await refusalOf(keys.find(issuer.issuer, 'secret'))).code).toBe('unknown-key')
  expect((await refusalOf(keys.find(issuer.issuer, 'for-encryption'))).code).toBe('unknown-key')
  expect((await keys.find(issuer.issuer, 'key-1')).kid).toBe('key-1')
})
