import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { identify, type RunDocument } from '@plimsoll/schema'
import { expect, onTestFinished, test } from 'vitest'
import { generateRun } from '../../bench/generate.ts'
import { claimsOf, startIssuer, type TestIssuer } from '../ingest/testing.ts'
import { temporaryDirectory, toBytes } from '../testing.ts'
import { largeRun, type MemoryGroup, memoryGroup, repeatedRun } from './memory-testing.ts'
import { BASE } from './testing.ts'

/** The memory that `docs/host-a-registry.md` asks for, in bytes. */
const LIMIT = 2 * 2 ** 30
const LARGE_RUNS = 18
const REPOSITORIES = 6
const SMALL_PER_SECOND = 20
const SECONDS = 60
/** The number of small runs after which the page of one is requested. */
const PAGE_EVERY = 5
const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')

/** What happened while documents were submitted. */
interface Outcome {
  /** The times in ms until small runs were acknowledged, and until their pages were there. */
  acknowledged: number[]
  pages: number[]
  /** The number of responses to large documents, by status. */
  large: Map<number, number>
  errors: string[]
  health: string[]
}

test('in 2 GB of memory, 18 documents of 10,000 benchmarks, builds and 20 small runs a second kill nothing, and small pages take at most a second', async () => {
  const group = makeGroup()
  if (group === null) return
  const issuer = await startIssuer()
  onTestFinished(issuer.close)
  const server = await startServer(group, issuer)
  const outcome = await attack(server.address, issuer, prepareAll())
  await expect.poll(() => server.events('built').length, { timeout: 600_000, interval: 1000 }).toBeGreaterThan(0)
  const built = server.events('built')[0]?.time ?? 0
  // The build that follows has all large runs.
  await expect
    .poll(() => server.events('built').some(({ time }) => time > built), { timeout: 900_000, interval: 1000 })
    .toBe(true)
  const figures = {
    'largest memory (MB)': Math.round(server.used() / 1e6),
    'with caches of files (MB)': Math.round(group.peak() / 1e6),
    'acknowledged after (ms)': quantiles(outcome.acknowledged),
    'page after (ms)': quantiles(outcome.pages),
    'large documents': Object.fromEntries(outcome.large),
    'builds (s)': server.events('built').map(({ ms }) => Math.round(ms / 1000)),
  }
  console.log(JSON.stringify(figures))
  expect(group.kills()).toBe(0)
  expect(server.child.exitCode).toBeNull()
  expect(outcome.errors).toEqual([])
  expect(server.events('build-failed')).toEqual([])
  expect([...new Set(outcome.health)]).toEqual(['{"status":"ok"}'])
  expect(outcome.large).toEqual(new Map([[201, LARGE_RUNS]]))
  expect(outcome.pages).toHaveLength((SMALL_PER_SECOND * SECONDS) / PAGE_EVERY)
  expect(quantiles(outcome.pages)[1]).toBeLessThan(1000)
}, 3_000_000)

test('in 2 GB of memory, three documents of 20 MB that repeat a small run, and small ones that repeat it too, kill nothing, and its page takes at most three seconds', async () => {
  const group = makeGroup()
  if (group === null) return
  const issuer = await startIssuer()
  onTestFinished(issuer.close)
  const { address, child, used } = await startServer(group, issuer)
  const original = prepare(repeatedRun())
  const replicate = (number: number, rounds: number) =>
    submit(address, issuer, prepare(repeatedRun({ number, rounds, replicates: original.hash })), {})
  expect(await submit(address, issuer, original, {})).toMatchObject({ status: 201 })
  for (const number of [1, 2, 3]) expect(await replicate(number, 14_000)).toMatchObject({ status: 201 })
  const times: number[] = []
  for (let number = 4; number < 64; number += 1) {
    const began = performance.now()
    const [{ status }] = await Promise.all([
      replicate(number, 7),
      readText(`${address}/runs/${original.id}`),
      readText(`${address}/runs/${original.id}`),
    ])
    times.push(performance.now() - began)
    expect(status).toBe(201)
  }
  console.log(JSON.stringify({ 'largest memory (MB)': Math.round(used() / 1e6), 'turn (ms)': quantiles(times) }))
  expect(group.kills()).toBe(0)
  expect(child.exitCode).toBeNull()
  expect(quantiles(times)[2]).toBeLessThan(3000)
}, 600_000)

/** Makes the group of the server. Returns null where this is not possible, except as root on Linux in CI. */
function makeGroup(): MemoryGroup | null {
  try {
    const group = memoryGroup(LIMIT)
    onTestFinished(group.remove)
    return group
  } catch (error) {
    const isExpected = process.env.CI && process.platform === 'linux' && process.getuid?.() === 0
    if (isExpected) throw error
    console.warn(`Not tested, because no control group can be made here: ${(error as Error).message}`)
    return null
  }
}

interface Event {
  event: string
  time: number
  ms: number
}

/** Starts a server in the group. It is stopped after the test. */
async function startServer(group: MemoryGroup, issuer: TestIssuer) {
  const directory = temporaryDirectory()
  const [registry, out] = [path.join(directory, 'registry'), path.join(directory, 'site')]
  for (const made of [registry, out]) mkdirSync(made)
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  writeFileSync(path.join(out, '.plimsoll-site'), 'index.html\n')
  const args = ['serve', '--registry', registry, '--out', out, '--base-url', BASE, '--port', '0']
  const ingest = ['--ingest', '--issuer', issuer.issuer, '--quota', '1000000', '--rebuild-after', '5']
  const [program, all] = group.command(process.execPath, [COMMAND, ...args, ...ingest])
  const child: ChildProcess = spawn(program, all, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const events: Event[] = []
  let rest = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (/"event":"(built|build-failed)"/.test(line)) events.push({ ...JSON.parse(line), time: Date.now() })
      else if (!line.includes('"level":"info"')) console.log(line)
    }
  })
  // The memory of all processes together, without caches of files.
  let used = 0
  const watch = setInterval(() => {
    used = Math.max(used, group.used())
  }, 200)
  onTestFinished(() => clearInterval(watch))
  const [chunk] = (await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])) as [Buffer]
  return {
    child,
    address: String(chunk).trim().replace(/\/$/, ''),
    events: (name: string) => events.filter(({ event }) => event === name),
    used: () => used,
  }
}

/**
 * Submits large documents from six repositories of one owner, as fast as they are accepted, and meanwhile small runs of
 * others at a constant rate. Requests the page of every fifth small run at once.
 */
async function attack(address: string, issuer: TestIssuer, { large, small }: Documents): Promise<Outcome> {
  const outcome: Outcome = { acknowledged: [], pages: [], large: new Map(), errors: [], health: [] }
  const pending: Promise<void>[] = []
  const failed = (error: unknown) => void outcome.errors.push(String(error))
  for (let repository = 0; repository < REPOSITORIES; repository += 1) {
    const own = large.filter((_, number) => number % REPOSITORIES === repository)
    pending.push(submitLarge(address, issuer, repository, own, outcome).catch(failed))
  }
  const began = performance.now()
  for (const [turn, prepared] of small.entries()) {
    const due = began + (1000 * turn) / SMALL_PER_SECOND
    await setTimeout(Math.max(0, due - performance.now()))
    pending.push(submitSmall(address, issuer, prepared, turn, outcome).catch(failed))
    if (turn % SMALL_PER_SECOND === 0) {
      pending.push(
        readText(`${address}/healthz`)
          .then((text) => void outcome.health.push(text))
          .catch(failed),
      )
    }
  }
  await Promise.all(pending)
  return outcome
}

async function submitLarge(
  address: string,
  issuer: TestIssuer,
  repository: number,
  documents: Prepared[],
  { large }: Outcome,
): Promise<void> {
  const claims = {
    ...{ repository: `large/project-${repository}`, repository_id: `99${repository}` },
    ...{ repository_owner: 'large', repository_owner_id: '99' },
  }
  for (const prepared of documents) {
    for (let isBusy = true; isBusy; ) {
      const { status, wait } = await submit(address, issuer, prepared, claims)
      isBusy = status === 503 || status === 429
      if (!isBusy) large.set(status, (large.get(status) ?? 0) + 1)
      else await setTimeout(1000 * wait)
    }
  }
}

async function submitSmall(
  address: string,
  issuer: TestIssuer,
  prepared: Prepared,
  turn: number,
  outcome: Outcome,
): Promise<void> {
  const claims = { repository_id: `1${turn % 50}`, repository_owner_id: `2${turn % 50}` }
  const began = performance.now()
  const { status } = await submit(address, issuer, prepared, claims)
  if (status !== 201) throw new Error(`a small run got ${status}`)
  outcome.acknowledged.push(performance.now() - began)
  if (turn % PAGE_EVERY > 0) return
  const asked = performance.now()
  const page = await readText(`${address}/runs/${prepared.id}`)
  outcome.pages.push(performance.now() - asked)
  if (!page.includes(prepared.id)) throw new Error(`the page of ${prepared.id} is another one`)
}

interface Prepared {
  id: string
  hash: string
  body: Buffer
}

interface Documents {
  large: Prepared[]
  small: Prepared[]
}

/** Prepares all documents, because this takes long enough to change the times of requests. */
function prepareAll(): Documents {
  return {
    large: Array.from({ length: LARGE_RUNS }, (_, number) => prepare(largeRun(number))),
    small: Array.from({ length: SMALL_PER_SECOND * SECONDS }, (_, number) =>
      prepare({ ...generateRun(number), source: null }),
    ),
  }
}

function prepare(document: RunDocument): Prepared {
  return { ...identify(document), body: gzipSync(toBytes(document)) }
}

async function submit(
  address: string,
  issuer: TestIssuer,
  { hash, body }: Prepared,
  more: Record<string, string>,
): Promise<{ status: number; wait: number }> {
  const claims = claimsOf(issuer.issuer, `${BASE.slice(0, -1)}#${hash}`, Math.floor(Date.now() / 1000))
  const response = await fetch(`${address}/api/v1/runs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await issuer.sign({ ...claims, ...more })}`,
      ...{ 'content-type': 'application/json', 'content-encoding': 'gzip' },
    },
    body: new Uint8Array(body),
  })
  await response.arrayBuffer()
  return { status: response.status, wait: Number(response.headers.get('retry-after') ?? 1) }
}

async function readText(address: string): Promise<string> {
  const response = await fetch(address)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${text.slice(0, 100)}`)
  return text
}

/** Returns the median, the 99th percentile and the maximum. */
function quantiles(values: number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.5, 0.99, 1].map((share) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN))
}
