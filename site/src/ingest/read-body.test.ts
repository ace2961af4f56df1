import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeUploadBudget } from './quotas.ts'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'

const JSON_TYPE = { contentType: 'application/json', contentEncoding: undefined }
const RESERVATION = makeUploadBudget().begin()
const LIMITS = { maxBytes: 1000 }

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const bytes = (length: number) => Readable.from([Buffer.alloc(length, 'a')])

test('a body is returned unchanged, gzipped or not', async () => {
  const text = Buffer.from('{"a":1}')
  expect(
    await readBody(Readable.from([text.subarray(0, 3), text.subarray(3)]), JSON_TYPE, RESERVATION, LIMITS),
  ).toEqual(text)
  const gzipped = { ...JSON_TYPE, contentEncoding: 'gzip' }
  expect(await readBody(Readable.from([gzipSync(text)]), gzipped, RESERVATION, LIMITS)).toEqual(text)
  expect(
    await readBody(
      Readable.from([text]),
      { contentType: 'application/json; charset=utf-8', contentEncoding: 'identity' },
      RESERVATION,
      LIMITS,
    ),
  ).toEqual(text)
  const lines = { ...JSON_TYPE, contentType: 'application/x-ndjson' }
  expect(await readBody(Readable.from([text]), lines, RESERVATION, LIMITS)).toEqual(text)
})

test('a body of the maximum size is accepted, and one more byte is rejected', async () => {
  expect(await codeOf(readBody(bytes(1000), JSON_TYPE, RESERVATION, LIMITS))).toBe('accepted')
  expect(await codeOf(readBody(bytes(1001), JSON_TYPE, RESERVATION, LIMITS))).toBe('too-large')
})

test('a refusal names the maximum size', async () => {
  const refused = (maxBytes: number) => readBody(bytes(maxBytes + 1), JSON_TYPE, RESERVATION, { ...LIMITS, maxBytes })
  await expect(refused(10_000)).rejects.toThrow('larger than the maximum of 10 kB')
  await expect(refused(5_000_000)).rejects.toThrow('larger than the maximum of 5 MB')
})

test('a gzip bomb is decompressed up to the maximum size only', async () => {
  const bomb = gzipSync(Buffer.alloc(300_000_000))
  const before = process.memoryUsage().rss
  expect(await codeOf(readBody(Readable.from([bomb]), { ...JSON_TYPE, contentEncoding: 'gzip' }, RESERVATION))).toBe(
    'too-large',
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

test.each([
  ['no type', { contentType: undefined, contentEncoding: undefined }, 'wrong-content-type'],
  ['a form', { contentType: 'multipart/form-data', contentEncoding: undefined }, 'wrong-content-type'],
  ['text', { contentType: 'text/plain', contentEncoding: undefined }, 'wrong-content-type'],
  ['JSON of another kind', { contentType: 'application/jsonp', contentEncoding: undefined }, 'wrong-content-type'],
  [
    'another charset',
    { contentType: 'application/json; charset=utf-16', contentEncoding: undefined },
    'wrong-content-type',
  ],
  ['brotli', { contentType: 'application/json', contentEncoding: 'br' }, 'wrong-content-encoding'],
  ['gzipped twice', { contentType: 'application/json', contentEncoding: 'gzip, gzip' }, 'wrong-content-encoding'],
  ['invalid gzip', { contentType: 'application/json', contentEncoding: 'gzip' }, 'broken-body'],
])('%s: rejected', async (_name, headers, code) => {
  expect(await codeOf(readBody(bytes(10), headers, RESERVATION, LIMITS))).toBe(code)
})

test('incomplete gzip is rejected', async () => {
  const cut = gzipSync('{"a":1}').subarray(0, -6)
  expect(
    await codeOf(readBody(Readable.from([cut]), { ...JSON_TYPE, contentEncoding: 'gzip' }, RESERVATION, LIMITS)),
  ).toBe('broken-body')
})

test('a body that arrives a byte at a time times out', async () => {
  const slow = new Readable({ read() {} })
  const drip = setInterval(() => slow.push('a'), 20)
  try {
    expect(await codeOf(readBody(slow, JSON_TYPE, RESERVATION, { timeoutMs: 200 }))).toBe('upload-timeout')
  } finally {
    clearInterval(drip)
  }
  expect(slow.destroyed).toBe(true)
})

test('by default, a body must arrive within 30 seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => void vi.restoreAllMocks())
  await readBody(bytes(10), JSON_TYPE, RESERVATION)
  expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000)
})

test('a client that disconnects does not cause a server error', async () => {
  const broken = new Readable({ read() {} })
  broken.push('{')
  setTimeout(() => broken.destroy(new Error('aborted')), 20)
  expect(await codeOf(readBody(broken, JSON_TYPE, RESERVATION, LIMITS))).toBe('broken-body')
})

test('all bodies together stay within the budget', async () => {
  const budget = makeUploadBudget({ maxBytes: 40_000 })
  const [first, second] = [budget.begin(), budget.begin()]
  expect((await readBody(bytes(30_000), JSON_TYPE, first)).length).toBe(30_000)
  expect(await codeOf(readBody(bytes(30_000), JSON_TYPE, second))).toBe('busy')
  first.end()
  expect(await codeOf(readBody(bytes(30_000), JSON_TYPE, second))).toBe('accepted')
})

test('a body in a million chunks needs little more memory than one in a single chunk', async () => {
  const pieces = Readable.from(
    (function* () {
      for (let index = 0; index < 1_000_000; index += 1) yield Buffer.from('a')
    })(),
  )
  const before = process.memoryUsage().rss
  expect((await readBody(pieces, JSON_TYPE, RESERVATION)).length).toBe(1_000_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
})
