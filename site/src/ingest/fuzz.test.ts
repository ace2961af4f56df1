import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { InvalidDocument, type RunDocument, readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Claims, makeClaims, startSigstore, submissionOf, type TestSigstore } from '../provenance/testing.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { listDocuments } from '../store/documents.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { exampleRun, TEMPLATE, temporaryRegistry, toBytes } from '../testing.ts'
import { mutate, mutateValues, random } from './mutations-testing.ts'
import { hourlyQuota } from './quotas.ts'
import { Refusal } from './refusal.ts'
import { submit } from './submit.ts'
import { makeIngest, submissionBody } from './testing.ts'

// The environment variable PLIMSOLL_FUZZ sets the number of mutations, for example PLIMSOLL_FUZZ=20000.
const COUNT = Number(process.env.PLIMSOLL_FUZZ ?? 200)
const SEED = 20_261_120
const MAX_GROWTH = 200e6

let sigstore: TestSigstore
beforeAll(async () => {
  sigstore = await startSigstore()
})
afterAll(() => sigstore.close())

test(`${COUNT} mutated documents and bundles: each is accepted and can be shown, or is rejected`, async () => {
  const next = random(SEED)
  const registry = temporaryRegistry()
  const ingest = { ...makeIngest(registry, sigstore), quota: hourlyQuota(1e9, () => 0, 1e12) }
  const document = exampleRun((document) => (document.source = null))
  const text = toBytes(document).toString()
  // A stored bundle only repeats the answer, so the documents that are not valid have another one.
  const [usual, ofInvalid] = [await sigstore.sign(submissionOf(document)), await sigstore.sign(submissionOf(document))]
  const outcomes = new Map<string, number>()
  let before = 0
  for (let index = 0; index < COUNT; index += 1) {
    const how = next()
    const body = how < 0.4 ? mutate(text, next) : how < 0.8 ? JSON.stringify(mutateValues(document, next)) : text
    const claims = next() < 0.1 ? mutateClaims(next) : {}
    const isUsual = body === text && Object.keys(claims).length === 0
    const bundle = String(isUsual ? usual : await signIfValid(body, claims, ofInvalid))
    const sent = next() < 0.2 ? mutateBundle(bundle, next) : bundle
    const files = submissionBody(Buffer.from(sent), Buffer.from(body))
    const outcome = await submit(
      {
        contentType: 'application/json',
        contentEncoding: next() < 0.1 ? 'gzip' : undefined,
        body: Readable.from([next() < 0.1 ? gzipSync(files) : files]),
      },
      ingest,
    ).then(
      async ({ status, id }) => {
        if (status === 201) await makePage(registry, id)
        return String(status)
      },
      (error: unknown) => {
        if (error instanceof Refusal && error.status < 500) return error.code
        throw Object.assign(error as Error, { message: `${(error as Error).message}: ${files.slice(0, 10_000)}` })
      },
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (index === Math.floor(COUNT / 10)) before = process.memoryUsage().rss
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH)
  // Every accepted document is stored under its own id.
  expect(listDocuments(registry).length).toBe(outcomes.get('201') ?? 0)
  expect(outcomes.get('invalid-document')).toBeGreaterThan(COUNT / 4)
  expect(outcomes.get('invalid-bundle')).toBeGreaterThan(COUNT / 10)
  expect([...outcomes.keys()].length).toBeGreaterThan(3)
  // The full suite tries forty times as many mutations, which takes minutes.
}, 600_000)

/** Checks that an accepted document can be read, summarized and rendered. */
async function makePage(registry: Registry, id: string): Promise<void> {
  expect(readForIndex(registry, `${id}.json`)).toMatchObject({ rows: expect.anything(), faults: [] })
  for (const extension of ['html', 'csv', 'svg']) {
    expect(await makeRunFile(registry, TEMPLATE, `${id}.${extension}`, { candidates: [] })).not.toBeNull()
  }
}

/** Signs a document. Others are rejected with any bundle, and signing takes the most time. */
async function signIfValid(body: string, claims: Claims, ofInvalid: Buffer): Promise<Buffer> {
  const document = parse(body)
  return document === null ? ofInvalid : sigstore.sign(submissionOf(document), { claims })
}

function parse(body: string): RunDocument | null {
  try {
    return readRun(Buffer.from(body)).document
  } catch (error) {
    if (error instanceof InvalidDocument) return null
    throw error
  }
}

/** The authority certifies texts only. */
function mutateClaims(next: () => number): Claims {
  return Object.fromEntries(Object.entries(mutateValues(makeClaims(), next)).map(([name, value]) => [name, `${value}`]))
}

function mutateBundle(bundle: string, next: () => number): string {
  return next() < 0.5 ? mutate(bundle, next) : JSON.stringify(mutateValues(JSON.parse(bundle), next))
}
