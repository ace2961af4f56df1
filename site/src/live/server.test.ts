import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { canonicalize, identify, type RunDocument } from '@plimsoll/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimsOf, startIssuer, type TestIssuer } from '../ingest/testing.ts'
import { listen } from '../serve/listen.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { readStatements } from '../store/statements.ts'
import { exampleRun, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { OPENAPI } from './openapi.ts'
import { type StartedRegistry, startRegistry } from './start.ts'

const BASE = 'https://registry.example/'

let issuer: TestIssuer
let registry: Registry
let started: StartedRegistry
let address: string
let logged: { level: string; event: string; facts: Record<string, unknown> }[]

beforeEach(async () => {
  issuer = await startIssuer()
  registry = temporaryRegistry()
  await start()
})
afterEach(async () => {
  await stop()
  await issuer.close()
})

async function start(): Promise<void> {
  const out = path.join(temporaryDirectory(), 'site')
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  logged = []
  started = await startRegistry({
    registry,
    out,
    baseUrl: BASE,
    issuers: [issuer.issuer],
    quota: 1000,
    rebuildAfter: 1_000_000,
    log: (level, event, facts = {}) => logged.push({ level, event, facts }),
  })
  address = `http://127.0.0.1:${await listen(started.server, '127.0.0.1', 0)}`
}

async function stop(): Promise<void> {
  started.server.closeAllConnections()
  await new Promise((resolve) => started.server.close(resolve))
  await started.stop()
}

function run(change: (document: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((document) => {
    document.source = {
      ...{ repository: 'example/project', commit: 'a'.repeat(40), ref: 'refs/heads/main' },
      ...{ pullRequest: null, workflowRun: 3003 },
    }
    change(document)
  })
}

async function token(hash: string, claims: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return issuer.sign({ ...claimsOf(issuer.issuer, `${BASE.slice(0, -1)}#${hash}`, now), ...claims })
}

async function handIn(document: RunDocument, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${address}/api/v1/runs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await token(identify(document).hash)}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      ...headers,
    },
    body: gzipSync(toBytes(document)),
  })
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'api', ...OPENAPI })

/** Holds an answer to the description. */
function expectDescribed(value: unknown, schema: string): void {
  const valid = ajv.validate({ $ref: `api#/components/schemas/${schema}` }, value)
  expect(ajv.errors ?? [], JSON.stringify(value).slice(0, 500)).toEqual([])
  expect(valid).toBe(true)
}

describe('a document that is handed in', () => {
  test('is there at its permalink at once, as a page and as the bytes, with its tier', async () => {
    const document = run()
    const response = await handIn(document)
    expect(response.status).toBe(201)
    const taken = (await response.json()) as Record<string, string>
    expectDescribed(taken, 'Taken')
    expect(taken.permalink).toBe(`${BASE}runs/${taken.id}`)
    expect(response.headers.get('location')).toBe(taken.permalink)

    const page = await fetch(`${address}/runs/${taken.id}`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('signed by repository')
    expect(html).toContain(identify(document).hash)
    const bytes = await fetch(`${address}/runs/${taken.id}.json`)
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(toBytes(document))

    const again = await handIn(document)
    expect([again.status, ((await again.json()) as typeof taken).permalink]).toEqual([200, taken.permalink])
  })

  test('is in the lists a moment later', async () => {
    const { id } = (await (await handIn(run())).json()) as { id: string }
    await stop()
    await start()
    const { runs } = (await (await fetch(`${address}/api/v1/runs?project=Example/Project`)).json()) as {
      runs: { id: string; tier: string }[]
    }
    expect(runs.map((run) => [run.id, run.tier])).toEqual([[id, 'signed by repository']])
  })

  test('and refused is answered with a code, a sentence and pointers, and not stored', async () => {
    const broken = run((document) => {
      ;(document as unknown as Record<string, unknown>).extra = 1
    })
    const response = await handIn(broken)
    expect(response.status).toBe(422)
    const refusal = (await response.json()) as { errors: { pointer: string }[] }
    expectDescribed(refusal, 'Refusal')
    expect(refusal.errors[0]?.pointer).toBe('/extra')
    expect(readdirSync(registry.documents)).toEqual([])
    const without = await fetch(`${address}/api/v1/runs`, { method: 'POST', body: '{}' })
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toContain('Bearer')
  })

  test('tells no log of its token', async () => {
    const document = run()
    const secret = await token(identify(document).hash)
    await handIn(document, { authorization: `Bearer ${secret}` })
    await handIn(document, { authorization: `Bearer ${secret}x` })
    expect(JSON.stringify(logged)).not.toContain(secret.split('.')[2])
    expect(logged.map(({ event, facts }) => [event, facts.route, facts.status])).toEqual([
      ['request', 'api-runs', 201],
      ['request', 'api-runs', 401],
    ])
  })
})

describe('a run that was handed in', () => {
  const mark = async (statement: Record<string, string>, claims: Record<string, unknown> = {}) =>
    fetch(`${address}/api/v1/runs/${statement.run}/statements`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await token(identify(statement).hash, claims)}`,
        'content-type': 'application/json',
      },
      body: canonicalize(statement),
    })

  test('is marked by the repository that handed it in, whatever that is called by now, and by no other', async () => {
    const { id } = (await (await handIn(run())).json()) as { id: string }
    const newer = run((document) => {
      document.notes = []
    })
    const { id: by } = (await (await handIn(newer)).json()) as { id: string }
    const statement = { run: id, kind: 'superseded', by }
    const stranger = await mark(statement, { repository: 'example/project', repository_id: '666' })
    expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([403, 'not-yours'])
    expect((await mark(statement, { repository: 'renamed/project' })).status).toBe(201)
    expect((await mark(statement)).status).toBe(200)
    expect(readStatements(registry, id).map(({ kind }) => kind)).toEqual(['signed', 'superseded'])
    expect(await (await fetch(`${address}/runs/${id}`)).text()).toContain(by)
    const statements = await (await fetch(`${address}/api/v1/runs/${id}/statements`)).json()
    expectDescribed(statements, 'Statements')
  })

  test.each([
    ['of another run', { run: 'b'.repeat(26) }, 422],
    ['of no kind there is', { kind: 'praised' }, 422],
    ['with more in it', { extra: 'x' }, 422],
    ['by itself', { by: 'SELF' }, 422],
    ['by a run that is not here', { by: 'c'.repeat(26) }, 422],
  ])('is not marked by a statement %s', async (_name, change, status) => {
    const { id } = (await (await handIn(run())).json()) as { id: string }
    const statement = { run: id, kind: 'superseded', by: id, ...change } as Record<string, string>
    if (statement.by === 'SELF') statement.by = id
    const response = await fetch(`${address}/api/v1/runs/${id}/statements`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await token(identify(statement).hash)}`,
        'content-type': 'application/json',
      },
      body: canonicalize(statement),
    })
    expect(response.status).toBe(status)
    expectDescribed(await response.json(), 'Refusal')
    expect(readStatements(registry, id)).toHaveLength(1)
  })

  test('imported by hand is nobody’s to mark', async () => {
    const { id } = importDocument(registry, toBytes(run()))
    const response = await mark({ run: id, kind: 'withdrawn', reason: 'wrong' })
    expect(response.status).toBe(403)
  })
})

describe('reading', () => {
  test('a list goes on where it ended, however many are added meanwhile, and each answer is as described', async () => {
    for (let minute = 0; minute < 7; minute += 1) {
      const document = run((document) => {
        document.startedAt = `2025-03-01T10:0${minute % 4}:00Z`
        document.finishedAt = '2025-03-01T11:00:00Z'
        document.notes = minute < 4 ? [] : document.notes
      })
      importDocument(registry, toBytes(document))
    }
    await stop()
    await start()
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 10; page += 1) {
      const answer = (await (await fetch(`${address}/api/v1/runs?limit=2${after}`)).json()) as {
        runs: { id: string; startedAt: string }[]
        next: string | null
      }
      expectDescribed(answer, 'Runs')
      seen.push(...answer.runs.map(({ id, startedAt }) => `${startedAt} ${id}`))
      if (answer.next === null) break
      after = `&after=${answer.next}`
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
    expect(seen.map((line) => line.slice(0, 20))).toEqual(
      seen
        .map((line) => line.slice(0, 20))
        .sort()
        .reverse(),
    )
  })

  test('what has not changed is not sent again', async () => {
    const { id } = importDocument(registry, toBytes(run()))
    for (const place of ['runs', `runs/${id}`, 'series?workload=npm-ci', 'openapi.json']) {
      const first = await fetch(`${address}/api/v1/${place}`)
      expect([place, first.status]).toEqual([place, 200])
      const etag = first.headers.get('etag') ?? ''
      const second = await fetch(`${address}/api/v1/${place}`, { headers: { 'if-none-match': etag } })
      expect([place, second.status]).toEqual([place, 304])
    }
  })

  test('what cannot be answered is refused in a sentence, as described', async () => {
    const places: [string, number][] = [
      ['runs?limit=0x10', 400],
      ['runs?limit=100000', 400],
      ['runs?after=nonsense', 400],
      ['runs?colour=red', 400],
      ['runs?limit=1&limit=2', 400],
      ['runs?project=', 400],
      ["runs?project=';DROP%20TABLE%20Run;--", 200],
      ['series', 400],
      ['series?workload=a&engine=b', 400],
      ['series?workload=nothing', 200],
      [`runs/${'a'.repeat(26)}`, 404],
      [`runs/${'a'.repeat(26)}/statements`, 404],
      ['runs/../../../etc/passwd', 404],
      ['nothing', 404],
    ]
    for (const [place, status] of places) {
      const response = await fetch(`${address}/api/v1/${place}`)
      expect([place, response.status]).toEqual([place, status])
      if (status >= 400 && response.headers.get('content-type')?.includes('json')) {
        expectDescribed(await response.json(), 'Refusal')
      }
    }
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await fetch(`${address}/api/v1/runs`, { method })).status).toBe(405)
    }
  })

  test('health and metrics say how it is', async () => {
    await handIn(run())
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' })
    const metrics = await (await fetch(`${address}/metrics`)).text()
    expect(metrics).toContain('plimsoll_submissions_total{outcome="stored"} 1')
    expect(metrics).toMatch(/plimsoll_request_duration_seconds_count\{route="api-runs",status="201"\} 1/)
  })
})

test('whoever sends a header a byte at a time is cut off, and others are served meanwhile', async () => {
  started.server.headersTimeout = 300
  const { port } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', () => {})
  socket.write('POST /api/v1/runs HTTP/1.1\r\nhost: x\r\n')
  const drip = setInterval(() => socket.write('x'), 50)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  await closed.finally(() => clearInterval(drip))
  expect(answer).toMatch(/^HTTP\/1\.1 408|^$/)
}, 60_000)
