import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { identify } from '@plimsoll/schema'
import { afterAll, expect, test } from 'vitest'
import { submissionBody } from '../ingest/testing.ts'
import { startSigstore, submissionOf, TEST_REGISTRY, trustSigstore } from '../provenance/testing.ts'
import { isServer } from '../store/database-connection.ts'
import { bundleFile, readStored } from '../store/documents.ts'
import { openReader } from '../store/queries.ts'
import { openRegistry, type Registry } from '../store/registry.ts'
import { readStatements } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'

// The environment variable PLIMSOLL_KILLS sets the number of kills, for example PLIMSOLL_KILLS=20.
const KILLS = Number(process.env.PLIMSOLL_KILLS ?? 4)
const PER_SECOND = 25
const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')
/** The number of documents that are submitted before each kill, and before the server is stopped. */
const COUNTS = Array.from({ length: KILLS + 1 }, (_, kill) => Math.ceil((1 + (kill % 5) * 0.137) * PER_SECOND))

let server: ChildProcess | null = null
afterAll(() => void server?.kill('SIGKILL'))

async function start(registry: string, out: string): Promise<string> {
  const args = ['serve', '--registry', registry, '--out', out, '--base-url', `${TEST_REGISTRY}/`, '--port', '0']
  const more = ['--ingest', '--quota', '1000000', '--rebuild-after', '1000000']
  server = spawn(process.execPath, [COMMAND, ...args, ...more], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [chunk] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return String(chunk).trim().replace(/\/$/, '')
}

interface SignedDocument {
  id: string
  document: Buffer
  bundle: Buffer
}

/** Signs documents for a registry, which then trusts the Sigstore instance that certified them. */
async function signDocuments(registry: Registry, count: number): Promise<SignedDocument[]> {
  const sigstore = await startSigstore()
  trustSigstore(registry, sigstore)
  const signed: SignedDocument[] = []
  for (let number = 1; number <= count; number += 1) {
    const document = exampleRun((document) => {
      document.source = null
      document.notes = [{ code: 'number', text: `Document ${number}.` }]
    })
    const bundle = await sigstore.sign(submissionOf(document))
    signed.push({ id: identify(document).id, document: toBytes(document), bundle })
  }
  await sigstore.close()
  return signed
}

async function submit(address: string, { bundle, document }: SignedDocument): Promise<number> {
  const response = await fetch(`${address}/api/v1/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: submissionBody(bundle, document),
  })
  await response.arrayBuffer()
  return response.status
}

/** Returns the rows of the index, sorted. */
async function indexOf(registry: Registry) {
  const reader = openReader(registry)
  try {
    const byRun = { orderBy: { id: 'asc' as const } }
    return [
      await reader.run.findMany(byRun),
      await reader.benchmark.findMany({ orderBy: [{ runId: 'asc' }, { position: 'asc' }, { metric: 'asc' }] }),
    ] as const
  } finally {
    await reader.$disconnect()
  }
}

test(`killed ${KILLS} times under ${PER_SECOND} documents a second: every acknowledged document is stored once, unchanged, with its bundle`, async () => {
  const registry = openRegistry(path.join(temporaryDirectory(), 'registry'))
  const out = path.join(temporaryDirectory(), 'site')
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  const total = COUNTS.reduce((sum, count) => sum + count, 0)
  const waiting = await signDocuments(registry, total)
  const acknowledged: SignedDocument[] = []
  for (const [kill, count] of COUNTS.entries()) {
    const address = await start(registry.directory, out)
    const pending: Promise<void>[] = []
    const began = performance.now()
    for (const [index, signed] of waiting.splice(0, count).entries()) {
      pending.push(
        submit(address, signed).then(
          (status) => {
            if (status === 200 || status === 201) acknowledged.push(signed)
          },
          () => {},
        ),
      )
      await setTimeout(Math.max(0, began + (1000 * (index + 1)) / PER_SECOND - performance.now()))
    }
    const ended = once(server as ChildProcess, 'exit')
    server?.kill(kill === KILLS ? 'SIGTERM' : 'SIGKILL')
    await Promise.all([...pending, ended])
  }
  expect(acknowledged.length).toBeGreaterThan(total / 2)
  for (const { id, document, bundle } of acknowledged) {
    expect(readStored(registry, id).bytes.equals(document), id).toBe(true)
    expect(readFileSync(bundleFile(registry, id)).equals(bundle), id).toBe(true)
    expect(readStatements(registry, id), id).toEqual([{ kind: 'submitted', at: expect.any(String) }])
  }
  // The index of the server must equal an index that is rebuilt from documents, bundles and statements.
  const live = await indexOf(registry)
  if (isServer(registry.database)) await synchronizeIndex(temporaryRegistry())
  else writeFileSync(registry.index, 'not an index')
  const { faults, indexed } = await synchronizeIndex(registry)
  expect(faults).toEqual([])
  expect(indexed).toBeGreaterThanOrEqual(acknowledged.length)
  const rebuilt = await indexOf(registry)
  expect(rebuilt).toEqual(live)
  // Every run in the index is signed.
  expect(rebuilt[0]).toHaveLength(indexed)
  for (const { provenanceLevel, bundleFault } of rebuilt[0])
    expect({ provenanceLevel, bundleFault }).toEqual({ provenanceLevel: 'signed by repository', bundleFault: null })
}, 900_000)
