import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Benchmark, canonicalize, identify } from '@plimsoll/schema'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importSigned } from '../ingest/testing.ts'
import { importDocument } from '../store/import.ts'
import { temporaryDirectory, toBytes } from '../testing.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer(temporaryDirectory())
})
afterEach(() => server.stop())

const BENCHMARKS = 800
/**
 * The maximum time, in ms, that the event loop may be blocked. On a slow machine, it is a third of the time of the
 * page.
 */
const MAX_BLOCKED_MS = 200

/** A run whose page takes seconds to render. */
const large = runOfWorkflow((document) => {
  const four = document.benchmarks.slice(0, 4)
  document.benchmarks = Array.from({ length: BENCHMARKS }, (_, index) => {
    const benchmark = four[index % 4] as Benchmark
    const samples = benchmark.samples.map((sample) => ({ ...sample, order: index }))
    return { ...benchmark, params: { size: `s${Math.floor(index / 4)}` }, samples }
  })
})

/** Returns the longest time that the event loop was blocked during the work, and the duration of the work, in ms. */
async function measureBlocking(work: () => Promise<unknown>): Promise<{ longest: number; took: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  await work()
  const took = performance.now() - began
  // Wait, because a long turn of the event loop is recorded only by the next turn.
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  return { longest: delay.max / 1e6, took }
}

test('rendering the page of a large run does not delay other requests', async () => {
  const { id } = importDocument(server.registry, toBytes(large))
  const get = async (pathname: string) => {
    const response = await fetch(`${server.address}${pathname}`)
    await response.arrayBuffer()
    expect([pathname, response.status]).toEqual([pathname, 200])
  }
  // The import blocks this process, and so the server, which may refuse requests until it has seen that it is idle.
  await expect.poll(async () => (await fetch(server.address)).status).toBe(200)
  const page = await measureBlocking(() => get(`/runs/${id}`))
  expect(page.longest).toBeLessThan(Math.max(MAX_BLOCKED_MS, page.took / 3))
  const rest = await measureBlocking(() =>
    Promise.all([`/runs/${id}.csv`, `/runs/${id}.json`, `/api/v1/runs/${id}`].map(get)),
  )
  expect(rest.longest).toBeLessThan(Math.max(MAX_BLOCKED_MS, rest.took / 3))
})

test('superseding a large run by another does not delay other requests', async () => {
  const newer = structuredClone(large)
  newer.notes.push({ code: 'number', text: 'newer' })
  const [id, by] = [
    await importSigned(server.registry, server.issuer, large),
    await importSigned(server.registry, server.issuer, newer),
  ]
  const statement = { run: id, kind: 'superseded', by }
  const authorization = `Bearer ${await server.token(identify(statement).hash)}`
  const { longest, took } = await measureBlocking(async () => {
    const response = await fetch(`${server.address}/api/v1/runs/${id}/statements`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: canonicalize(statement),
    })
    expect([response.status, await response.json()]).toMatchObject([201, { by }])
  })
  expect(longest).toBeLessThan(Math.max(MAX_BLOCKED_MS, took / 3))
})
