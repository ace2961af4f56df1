import { Readable } from 'node:stream'
import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDocuments } from '../store/documents.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { issuerKeys } from './issuer-keys.ts'
import { hourlyQuota } from './quota.ts'
import { Refusal } from './refusal.ts'
import { submit } from './submit.ts'
import { claimsOf, startIssuer, type TestIssuer } from './testing.ts'

// PLIMSOLL_FUZZ=20000 makes so many.
const COUNT = Number(process.env.PLIMSOLL_FUZZ ?? 500)
const SEED = 20_261_120
const NOW = Date.UTC(2026, 10, 20)
const REGISTRY = 'https://registry.example'
const MOST_GROWTH = 200e6

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())

/** Mulberry32: the same seed makes the same mutations. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\\',
  '\\u0000',
  '\\ud800',
  '__proto__',
  'null',
  'NaN',
  '-0',
  '1e400',
  '1e-400',
  '9007199254740993',
  'true',
  '\u202e',
  '\ufeff',
  '\0',
  '{"a":'.repeat(200),
  '[['.repeat(300),
  '<script>',
  '"'.repeat(99),
  '.',
  '=',
  '~1',
  '/',
]

function mutate(text: string, next: () => number): string {
  let changed = text
  for (let times = 1 + Math.floor(next() * 3); times > 0; times -= 1) {
    const at = Math.floor(next() * changed.length)
    const to = Math.min(changed.length, at + Math.floor(next() ** 4 * 400))
    const piece = PIECES[Math.floor(next() * PIECES.length)] ?? ''
    const how = next()
    const put =
      how < 0.4
        ? piece
        : how < 0.6
          ? changed.slice(at, to).repeat(2)
          : how < 0.8
            ? ''
            : String.fromCharCode(next() * 65_536)
    changed = changed.slice(0, at) + put + changed.slice(to)
  }
  return changed
}

test(`${COUNT} mutated documents and tokens: each is taken or refused, nothing else happens`, async () => {
  const next = random(SEED)
  const registry = temporaryRegistry()
  const now = () => NOW
  const ingest = {
    registry,
    trust: { issuers: [issuer.issuer], audience: REGISTRY, keys: issuerKeys({ fetch, now }), now },
    released: { path: 'plimsoll-bench/plimsoll/.github/workflows/measure.yml', commits: [] },
    quota: hourlyQuota(1e9, now),
    onStored: async () => {},
  }
  const text = toBytes(exampleRun((document) => (document.source = null))).toString()
  const outcomes = new Map<string, number>()
  let before = 0
  for (let index = 0; index < COUNT; index += 1) {
    const body = next() < 0.8 ? mutate(text, next) : text
    const hash = hashOf(body)
    let token = await issuer.sign(claimsOf(issuer.issuer, `${REGISTRY}#${hash}`, NOW / 1000))
    if (next() < 0.3) token = mutate(token, next)
    const outcome = await submit(
      {
        authorization: `Bearer ${token}`,
        contentType: 'application/json',
        contentEncoding: undefined,
        allowPrivate: false,
        body: Readable.from([Buffer.from(body)]),
      },
      ingest,
    ).then(
      ({ status }) => String(status),
      (error: unknown) => {
        if (error instanceof Refusal && error.status < 500) return error.code
        throw Object.assign(error as Error, { message: `${(error as Error).message}: ${body.slice(0, 2000)}` })
      },
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (index === Math.floor(COUNT / 2)) before = process.memoryUsage().rss
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH)
  // Whatever was taken is a document under its own name.
  expect(listDocuments(registry).length).toBe(outcomes.get('201') ?? 0)
  expect(outcomes.get('invalid-document')).toBeGreaterThan(COUNT / 4)
  expect([...outcomes.keys()].length).toBeGreaterThan(3)
}, 600_000)

/** The hash the sender would claim; of what is no JSON, any. */
function hashOf(body: string): string {
  try {
    return identify(JSON.parse(body)).hash
  } catch {
    return `sha256:${'0'.repeat(64)}`
  }
}
