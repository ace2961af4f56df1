import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClaims, startIssuer, type TestIssuer } from '../ingest/testing.ts'
import { isServer } from '../store/database-connection.ts'
import { readDocumentBytes } from '../store/documents.ts'
import { openReader } from '../store/queries.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { readStatements } from '../store/statements.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { servedCheckpoint } from '../transparency/checkpoints.ts'
import { logFolder } from '../transparency/log-folder.ts'
import { newPrivateKey, parsePrivateKey } from '../transparency/note.ts'
import { verifyInGo, writeProofs } from '../transparency/testing.ts'

// The environment variable PLIMSOLL_KILLS sets the number of kills, for example PLIMSOLL_KILLS=20.
const KILLS = Number(process.env.PLIMSOLL_KILLS ?? 4)
const PER_SECOND = 50
const BASE = 'https://registry.example'
const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')

let issuer: TestIssuer
let server: ChildProcess | null = null
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await issuer.close()
})

async function start(registry: string, out: string, logKey: string): Promise<string> {
  const args = ['serve', '--registry', registry, '--out', out, '--base-url', `${BASE}/`, '--port', '0']
  const more = [
    '--ingest',
    '--issuer',
    issuer.issuer,
    '--quota',
    '1000000',
    '--rebuild-after',
    '1000000',
    '--log-key',
    logKey,
  ]
  server = spawn(process.execPath, [COMMAND, ...args, ...more], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [chunk] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return String(chunk).trim().replace(/\/$/, '')
}

async function submit(address: string, number: number): Promise<{ status: number; id: string; bytes: Buffer }> {
  const document = exampleRun((document) => {
    document.source = null
    document.notes = [{ code: 'number', text: `Document ${number}.` }]
  })
  const bytes = toBytes(document)
  const { hash, id } = identify(document)
  const token = await issuer.sign(makeClaims(issuer.issuer, `${BASE}#${hash}`, Math.floor(Date.now() / 1000)))
  const response = await fetch(`${address}/api/v1/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: new Uint8Array(bytes),
  })
  await response.arrayBuffer()
  return { status: response.status, id, bytes }
}

/** Returns the content of the index, sorted. */
async function indexOf(registry: Registry): Promise<unknown> {
  const reader = openReader(registry)
  try {
    const byRun = { orderBy: { id: 'asc' as const } }
    return [
      await reader.run.findMany(byRun),
      await reader.benchmark.findMany({ orderBy: [{ runId: 'asc' }, { position: 'asc' }, { metric: 'asc' }] }),
    ]
  } finally {
    await reader.$disconnect()
  }
}

test(`killed ${KILLS} times under ${PER_SECOND} documents a second: every acknowledged document is stored once, unchanged, with a proof that Go accepts`, async () => {
  const directory = path.join(temporaryDirectory(), 'registry')
  const out = path.join(temporaryDirectory(), 'site')
  for (const made of [directory, out]) mkdirSync(made)
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  const key = newPrivateKey('registry.example/log')
  const keyFile = path.join(temporaryDirectory(), 'log-key')
  writeFileSync(keyFile, key)
  const checkpoints: string[] = []
  const acknowledged = new Map<string, Buffer>()
  let number = 0
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const address = await start(directory, out, keyFile)
    const pending: Promise<void>[] = []
    const began = performance.now()
    const until = began + 300 + kill * 137
    for (let due = began; due < until; due += 1000 / PER_SECOND) {
      number += 1
      pending.push(
        submit(address, number).then(
          ({ status, id, bytes }) => {
            if (status === 200 || status === 201) acknowledged.set(id, bytes)
          },
          () => {},
        ),
      )
      await setTimeout(Math.max(0, due + 1000 / PER_SECOND - performance.now()))
    }
    const ended = once(server as ChildProcess, 'exit')
    server?.kill(kill === KILLS ? 'SIGTERM' : 'SIGKILL')
    await Promise.all([...pending, ended])
    checkpoints.push(path.join(temporaryDirectory(), 'checkpoint'))
    writeFileSync(checkpoints.at(-1) ?? '', servedCheckpoint(logFolder(registryAt(directory))))
  }
  expect(acknowledged.size).toBeGreaterThan(number / 2)
  const registry = registryAt(directory)
  for (const [id, bytes] of acknowledged) {
    expect(readDocumentBytes(registry, id).equals(bytes), id).toBe(true)
    expect(
      readStatements(registry, id).filter(({ kind }) => kind === 'signed'),
      id,
    ).toHaveLength(1)
  }
  const proofs = path.join(temporaryDirectory(), 'proofs')
  writeProofs(registry, [...acknowledged.keys()], proofs)
  for (const checkpoint of checkpoints) {
    const { status, output } = verifyInGo(logFolder(registry), parsePrivateKey(key).verifier.text, proofs, checkpoint)
    expect(output).toContain(`leaves, ${acknowledged.size} proofs, consistent with`)
    expect(status).toBe(0)
  }
  // The index of the server must equal an index that is rebuilt from documents and statements.
  const live = await indexOf(registry)
  if (isServer(registry.database)) await synchronizeIndex(temporaryRegistry())
  else writeFileSync(registry.index, 'not an index')
  const { faults, indexed } = await synchronizeIndex(registry)
  expect(faults).toEqual([])
  expect(indexed).toBeGreaterThanOrEqual(acknowledged.size)
  expect(await indexOf(registry)).toEqual(live)
}, 900_000)
