import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { identify, type RunDocument } from '@plimsoll/schema'
import { submissionBody } from '../src/ingest/testing.ts'
import { startSigstore, submissionOf, type TestSigstore, trustSigstore } from '../src/provenance/testing.ts'
import { importDocument } from '../src/store/import.ts'
import type { Registry } from '../src/store/registry.ts'
import { ENGINES, makeProjectKey } from './fill-index.ts'
import { generateRun, WORKLOADS } from './generate.ts'
import { type ServerProcess, startCommand } from './start-server.ts'
import { describeTimes, milliseconds } from './times.ts'

/** The number of documents submitted per second. */
const RATE = 20
/** The number of submissions after which the page of a submitted run is requested immediately. */
const PAGE_REQUEST_EVERY = 10
/** The number of concurrent reads per second: of lists, histories, and documents and pages of older runs. */
const READS = 20
/** The number of runs that have a readable document; all other runs exist only in the index. */
const COMPLETE_RUNS = 200

interface PreparedSubmission {
  id: string
  body: Buffer<ArrayBuffer>
}

/**
 * Submits runs of 24 benchmarks × 10 samples to a registry that holds `count` runs, while other requests read from the
 * registry. Each submission is gzipped, and was signed before the server starts. The rate is constant, however long the
 * answers take. One submission before them is timed alone, since a new server has yet to compile what it runs. Prints
 * times and errors.
 */
export async function submitAndRead(registry: Registry, count: number, seconds: number): Promise<void> {
  const whole = Array.from({ length: COMPLETE_RUNS }, (_, number) => put(registry, generateRun(number)))
  const submissions = await prepare(registry, 1 + RATE * seconds)
  const server = await startCommand(registry, true)
  try {
    const [posts, pages, reads, errors]: [number[], number[], number[], string[]] = [[], [], [], []]
    const paths = pathsToRead(whole, count)
    const [first, ...timed] = submissions as [PreparedSubmission, ...PreparedSubmission[]]
    const firstTime = await milliseconds(async () => {
      errors.push(...(await submit(server, first)), ...(await read(server, `/runs/${first.id}`)))
    })
    await Promise.all([
      atRate(RATE, seconds, async (turn, began) => {
        const submission = timed[turn] as PreparedSubmission
        errors.push(...(await submit(server, submission)))
        posts.push(performance.now() - began)
        if (turn % PAGE_REQUEST_EVERY > 0) return
        errors.push(...(await read(server, `/runs/${submission.id}`)))
        pages.push(performance.now() - began)
      }),
      atRate(READS, seconds, async (turn, began) => {
        errors.push(...(await read(server, paths(turn))))
        reads.push(performance.now() - began)
      }),
    ])
    console.log(
      `${count.toLocaleString('en')} runs stored, ${RATE} submitted a second for ${seconds} s, ${READS} reads a second: ${errors.length} errors${errors.length > 0 ? `, first ${errors[0]}` : ''}`,
    )
    console.log(
      `  ${COMPLETE_RUNS} of the stored runs have their document, the others an empty file and their rows in the index; the site is not rebuilt meanwhile`,
    )
    console.log(
      `  the first submission to the new server and its page, not among the times below: ${firstTime.toFixed(0)} ms`,
    )
    console.log(`  time until acknowledged: ${describeTimes(posts)}`)
    console.log(`  time until the page is available: ${describeTimes(pages)}`)
    console.log(`  reads: ${describeTimes(reads)}`)
  } finally {
    await server.stop()
  }
}

function put(registry: Registry, document: RunDocument): string {
  return importDocument(registry, Buffer.from(JSON.stringify(document))).id
}

/** Signs runs for a registry, which then trusts the Sigstore instance that certified them. */
async function prepare(registry: Registry, count: number): Promise<PreparedSubmission[]> {
  const sigstore = await startSigstore()
  trustSigstore(registry, sigstore)
  try {
    const submissions: PreparedSubmission[] = []
    for (let number = 0; number < count; number += 1) submissions.push(await pack(sigstore, COMPLETE_RUNS + number))
    return submissions
  } finally {
    await sigstore.close()
  }
}

async function pack(sigstore: TestSigstore, number: number): Promise<PreparedSubmission> {
  const document = { ...generateRun(number), source: null }
  const bundle = await sigstore.sign(submissionOf(document))
  return { id: identify(document).id, body: gzipSync(submissionBody(bundle, Buffer.from(JSON.stringify(document)))) }
}

/**
 * Starts `work` at a constant rate per second, even while earlier calls are still running. Resolves when all calls have
 * ended.
 */
async function atRate(rate: number, seconds: number, work: (turn: number, began: number) => Promise<void>) {
  const start = performance.now()
  const pending: Promise<void>[] = []
  for (let turn = 0; turn < rate * seconds; turn += 1) {
    // Measure from the scheduled start, so that the time includes the wait for the actual start.
    const due = start + (1000 * turn) / rate
    await setTimeout(Math.max(0, due - performance.now()))
    pending.push(work(turn, due))
  }
  await Promise.all(pending)
}

/** Submits a run. @returns errors; empty on success */
async function submit({ address }: ServerProcess, { body }: PreparedSubmission): Promise<string[]> {
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
  return failure(fetch(`${address}/api/v1/runs`, { method: 'POST', headers, body }), 201)
}

function read({ address }: ServerProcess, path: string): Promise<string[]> {
  return failure(fetch(`${address}${path}`), 200)
}

async function failure(request: Promise<Response>, expected: number): Promise<string[]> {
  try {
    const response = await request
    const body = await response.text()
    return response.status === expected ? [] : [`${response.status} ${body.slice(0, 100)}`]
  } catch (error) {
    return [String(error)]
  }
}

function pathsToRead(whole: string[], count: number): (turn: number) => string {
  const kinds = [
    () => '/api/v1/runs',
    (turn: number) => `/api/v1/runs?engine=${ENGINES[turn % ENGINES.length]}`,
    (turn: number) => `/api/v1/runs?project=${encodeURIComponent(makeProjectKey(turn * 7919, count))}`,
    (turn: number) => `/api/v1/history?workload=${WORKLOADS[turn % WORKLOADS.length]}`,
    (turn: number) => `/api/v1/runs/${whole[turn % whole.length]}`,
    (turn: number) => `/runs/${whole[turn % whole.length]}`,
    () => '/',
  ]
  return (turn) => (kinds[turn % kinds.length] as (turn: number) => string)(turn)
}
