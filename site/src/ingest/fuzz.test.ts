import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEMPLATE_VERSION } from '../page-parts/template.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { listDocuments } from '../store/documents.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { acceptRun } from './accept-run.ts'
import { changeState } from './change-state.ts'
import { mutate, mutateValues, random } from './mutations-testing.ts'
import { hourlyQuota, makeUploadBudget } from './quotas.ts'
import { Refusal } from './refusal.ts'
import { type Ingest, submit } from './submit.ts'
import { makeClaims, startIssuer, type TestIssuer, testKeys } from './testing.ts'

// The environment variable PLIMSOLL_FUZZ sets the number of mutations, for example PLIMSOLL_FUZZ=20000.
const COUNT = Number(process.env.PLIMSOLL_FUZZ ?? 500)
const SEED = 20_261_120
const NOW = Date.UTC(2026, 10, 20)
const REGISTRY = 'https://registry.example'
const MAX_GROWTH = 200e6

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())

test(`${COUNT} mutated documents and tokens: each is accepted and can be shown, or is rejected`, async () => {
  const next = random(SEED)
  const registry = temporaryRegistry()
  const now = () => NOW
  // This clock advances a minute per request, so each token with an unknown key causes a request to the issuer.
  let clock = NOW
  const minutes = () => (clock += 60_000)
  const ingest: Ingest = {
    registry,
    trust: {
      issuers: [issuer.issuer],
      audience: REGISTRY,
      keys: testKeys(registry, { now: minutes }),
      now,
    },
    released: { path: 'OWNER/plimsoll/.github/workflows/measure.yml', commits: [], issuer: issuer.issuer },
    access: { allow: [], deny: [] },
    quota: hourlyQuota(1e9, now, 1e12),
    budget: makeUploadBudget(),
    acceptRun: (bytes, proof) => acceptRun(registry, bytes, proof),
    changeState: async (id, change) => changeState(registry, id, change),
    onStored: async () => {},
    addToLog: async () => {},
  }
  const document = exampleRun((document) => (document.source = null))
  const text = toBytes(document).toString()
  const outcomes = new Map<string, number>()
  let before = 0
  for (let index = 0; index < COUNT; index += 1) {
    const how = next()
    const body = how < 0.4 ? mutate(text, next) : how < 0.8 ? JSON.stringify(mutateValues(document, next)) : text
    const hash = hashOf(body)
    const claims = makeClaims(issuer.issuer, `${REGISTRY}#${hash}`, NOW / 1000)
    let token = await issuer.sign(next() < 0.2 ? (mutateValues(claims, next) as Record<string, unknown>) : claims)
    if (next() < 0.2) token = mutate(token, next)
    const outcome = await submit(
      {
        authorization: `Bearer ${token}`,
        contentType: 'application/json',
        contentEncoding: next() < 0.1 ? 'gzip' : undefined,
        allowPrivate: next() < 0.1,
        body: Readable.from([next() < 0.1 ? gzipSync(body) : Buffer.from(body)]),
      },
      ingest,
    ).then(
      async ({ status, id }) => {
        if (status === 201) await makePage(registry, id)
        return String(status)
      },
      (error: unknown) => {
        if (error instanceof Refusal && error.status < 500) return error.code
        throw Object.assign(error as Error, { message: `${(error as Error).message}: ${body.slice(0, 2000)}` })
      },
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (index === Math.floor(COUNT / 10)) before = process.memoryUsage().rss
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH)
  // Every accepted document is stored under its own id.
  expect(listDocuments(registry).length).toBe(outcomes.get('201') ?? 0)
  expect(outcomes.get('invalid-document')).toBeGreaterThan(COUNT / 4)
  expect([...outcomes.keys()].length).toBeGreaterThan(3)
  // The full suite tries forty times as many mutations, which takes minutes.
}, 600_000)

/** Checks that an accepted document can be read, summarized and rendered. */
async function makePage(registry: Registry, id: string): Promise<void> {
  expect(readForIndex(registry, `${id}.json`)).toHaveProperty('rows')
  const template = { version: TEMPLATE_VERSION, stylesheet: 'site.css', scripts: {}, baseUrl: null }
  for (const extension of ['html', 'csv', 'svg']) {
    expect(await makeRunFile(registry, template, `${id}.${extension}`)).not.toBeNull()
  }
}

/** Returns the hash that the sender of a text would claim. For text that is not JSON, returns an arbitrary hash. */
function hashOf(body: string): string {
  try {
    return identify(JSON.parse(body)).hash
  } catch {
    return `sha256:${'0'.repeat(64)}`
  }
}
