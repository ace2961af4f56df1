import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { makeUploadBudget } from './upload-budget.ts'

const JSON_TYPE = { contentType: 'application/json', contentEncoding: undefined }
const PLACE = makeUploadBudget().begin('a token', 'a sender')
const CAPS = { mostBytes: 1000, patience: 200 }

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'taken'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const bytes = (length: number) => Readable.from([Buffer.alloc(length, 'a')])

test('a body comes out as it was put in, packed or not', async () => {
  const text = Buffer.from('{"a":1}')
  expect(await readBody(Readable.from([text.subarray(0, 3), text.subarray(3)]), JSON_TYPE, PLACE, CAPS)).toEqual(text)
  const packed = { ...JSON_TYPE, contentEncoding: 'gzip' }
  expect(await readBody(Readable.from([gzipSync(text)]), packed, PLACE, CAPS)).toEqual(text)
  expect(
    await readBody(
      Readable.from([text]),
      { contentType: 'application/json; charset=utf-8', contentEncoding: 'identity' },
      PLACE,
      CAPS,
    ),
  ).toEqual(text)
})

test('as many bytes as the cap are taken, and one more is not', async () => {
  expect(await codeOf(readBody(bytes(1000), JSON_TYPE, PLACE, CAPS))).toBe('taken')
  expect(await codeOf(readBody(bytes(1001), JSON_TYPE, PLACE, CAPS))).toBe('too-large')
})

test('of a gzip bomb no more is unpacked than the cap', async () => {
  const bomb = gzipSync(Buffer.alloc(300_000_000))
  const before = process.memoryUsage().rss
  expect(await codeOf(readBody(Readable.from([bomb]), { ...JSON_TYPE, contentEncoding: 'gzip' }, PLACE))).toBe(
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
  ['packed twice', { contentType: 'application/json', contentEncoding: 'gzip, gzip' }, 'wrong-content-encoding'],
  ['gzip that is none', { contentType: 'application/json', contentEncoding: 'gzip' }, 'broken-body'],
])('%s: refused', async (_name, headers, code) => {
  expect(await codeOf(readBody(bytes(10), headers, PLACE, CAPS))).toBe(code)
})

test('gzip that is cut off is refused', async () => {
  const cut = gzipSync('{"a":1}').subarray(0, -6)
  expect(await codeOf(readBody(Readable.from([cut]), { ...JSON_TYPE, contentEncoding: 'gzip' }, PLACE, CAPS))).toBe(
    'broken-body',
  )
})

test('a body that comes a byte at a time is not waited for', async () => {
  const slow = new Readable({ read() {} })
  const drip = setInterval(() => slow.push('a'), 20)
  try {
    expect(await codeOf(readBody(slow, JSON_TYPE, PLACE, CAPS))).toBe('upload-timeout')
  } finally {
    clearInterval(drip)
  }
  expect(slow.destroyed).toBe(true)
})

test('a sender who goes away is no error of the server', async () => {
  const broken = new Readable({ read() {} })
  broken.push('{')
  setTimeout(() => broken.destroy(new Error('aborted')), 20)
  expect(await codeOf(readBody(broken, JSON_TYPE, PLACE, CAPS))).toBe('broken-body')
})

test('bodies have their budget before their memory, all of them together', async () => {
  const budget = makeUploadBudget({ mostBytes: 40_000 })
  const [first, second] = [budget.begin('first', 'one'), budget.begin('second', 'other')]
  expect((await readBody(bytes(30_000), JSON_TYPE, first)).length).toBe(30_000)
  expect(await codeOf(readBody(bytes(30_000), JSON_TYPE, second))).toBe('busy')
  first.end()
  expect(await codeOf(readBody(bytes(30_000), JSON_TYPE, second))).toBe('taken')
})

test('one sender never holds all the budget there is', async () => {
  const budget = makeUploadBudget({ mostBytes: 100_000, mostBytesOfOne: 40_000 })
  const [first, second] = [budget.begin('first', 'one'), budget.begin('second', 'one')]
  await readBody(bytes(30_000), JSON_TYPE, first)
  expect(await codeOf(readBody(bytes(30_000), JSON_TYPE, second))).toBe('busy')
  expect(await codeOf(readBody(bytes(30_000), JSON_TYPE, budget.begin('third', 'other')))).toBe('taken')
  first.end()
  expect(await codeOf(readBody(bytes(30_000), JSON_TYPE, second))).toBe('taken')
})

test('a body that comes in a million pieces needs little more memory than one that comes in one', async () => {
  const pieces = Readable.from(
    (function* () {
      for (let index = 0; index < 1_000_000; index += 1) yield Buffer.from('a')
    })(),
  )
  const before = process.memoryUsage().rss
  expect((await readBody(pieces, JSON_TYPE, PLACE)).length).toBe(1_000_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
})
