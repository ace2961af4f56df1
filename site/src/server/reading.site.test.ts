import { readFileSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { runPython } from '../../../schema/test/python.ts'
import type { Claims } from '../provenance/testing.ts'
import { importDocument } from '../store/import.ts'
import { MAX_POINTS } from '../store/queries-history.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { toBytes } from '../testing.ts'
import { QUERIES } from './query-routes.ts'
import { expectDescribed, runOfWorkflow, serverOfTests } from './testing.ts'

const CHECK = new URL('check-conformance.py', import.meta.url).href

interface Checked {
  faults: string[]
  metrics: Record<string, [type: string, samples: number]>
}

let ids: string[] = []
const server = await serverOfTests({}, (registry) => {
  ids = Array.from({ length: 7 }, (_, minute) => {
    const document = runOfWorkflow((document) => {
      document.startedAt = `2025-03-01T10:0${minute % 4}:00Z`
      document.finishedAt = '2025-03-01T11:00:00Z'
      document.notes = minute < 4 ? [] : document.notes
    })
    return importDocument(registry, toBytes(document)).id
  })
})

const get = (pathname: string, headers: Record<string, string> = {}) =>
  fetch(`${server.address}${pathname}`, { headers })

async function describedApi(): Promise<{ paths: Record<string, object> }> {
  return (await (await get('/api/v1/openapi.json')).json()) as { paths: Record<string, object> }
}

test('the pages of a list have every run once, in order, and match the description', async () => {
  const seen: string[] = []
  let after = ''
  for (let page = 0; page < 10; page += 1) {
    const answer = (await (await fetch(`${server.address}/api/v1/runs?limit=2${after}`)).json()) as {
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

test('a document is cached for an hour and a list for 15 s; every form of If-None-Match with the current ETag gets 304', async () => {
  for (const [pathname, cacheControl] of [
    [`/api/v1/runs/${ids[0]}`, 'public, max-age=3600'],
    ['/api/v1/runs', 'public, max-age=15'],
    ['/api/v1/history?workload=npm-ci', 'public, max-age=15'],
  ] as const) {
    const answer = await get(pathname)
    expect([pathname, answer.headers.get('cache-control')]).toEqual([pathname, cacheControl])
    const etag = String(answer.headers.get('etag'))
    for (const named of [etag, etag.replace('W/', ''), `"another", ${etag}`, '*']) {
      const again = await get(pathname, { 'if-none-match': named })
      expect([named, again.status, again.headers.get('etag'), await again.text()]).toEqual([named, 304, etag, ''])
    }
    expect((await get(pathname, { 'if-none-match': '"another"' })).status).toBe(200)
  }
})

test('the health and the metrics of the server are not cached', async () => {
  for (const pathname of ['/healthz', '/metrics'])
    expect([pathname, (await get(pathname)).headers.get('cache-control')]).toEqual([pathname, 'no-store'])
})

test('an invalid request gets an error as described', async () => {
  const pathnames: [string, number][] = [
    ['runs?limit=0x10', 400],
    ['runs?limit=100000', 400],
    ['runs?after=nonsense', 400],
    ['runs?colour=red', 400],
    ['runs?limit=1&limit=2', 400],
    ['runs?project=', 400],
    ["runs?project=';DROP%20TABLE%20Run;--", 200],
    ['history', 400],
    ['history?workload=a&engine=b', 400],
    ['history?workload=nothing', 200],
    ['history?workload=npm-ci&limit=1.5', 400],
    [`history?workload=npm-ci&limit=${MAX_POINTS + 1}`, 400],
    [`runs/${'a'.repeat(26)}`, 404],
    [`runs/${'a'.repeat(26)}/statements`, 404],
    ['runs/../../../etc/passwd', 404],
    ['nothing', 404],
  ]
  for (const [pathname, status] of pathnames) {
    const response = await fetch(`${server.address}/api/v1/${pathname}`)
    expect([pathname, response.status]).toEqual([pathname, status])
    if (status >= 400 && response.headers.get('content-type')?.includes('json')) {
      expectDescribed(await response.json(), 'Refusal')
    }
  }
})

test('the validator detects an invalid description', async () => {
  const { paths: _, ...without } = await describedApi()
  const broken = { ...without, paths: { '/x': { get: { responses: { 200: {} } } } } }
  expect((runPython(CHECK, { openapi: broken, metrics: '' }) as Checked).faults).toHaveLength(1)
})

test('every described address responds as described', async () => {
  const pathnames: Record<string, [string, string | null]> = {
    ...Object.fromEntries(
      QUERIES.map(({ path, example, response }) => [
        `/api/v1${path}`,
        [`/api/v1${path}?${new URLSearchParams(example)}`, response.schema],
      ]),
    ),
    '/api/v1/runs/{id}': [`/api/v1/runs/${ids[0]}`, null],
    '/api/v1/runs/{id}/statements': [`/api/v1/runs/${ids[0]}/statements`, 'Statements'],
  }
  expect(Object.keys((await describedApi()).paths).sort()).toEqual(Object.keys(pathnames).sort())
  const page = readFileSync(new URL('../../docs/host-a-registry.md', import.meta.url), 'utf8')
  for (const pathname of Object.keys(pathnames)) expect(page).toContain(`| \`${pathname.replace('{id}', 'ID')}\` |`)
  for (const [pathname, [address, schema]] of Object.entries(pathnames)) {
    const answer = await get(address)
    expect([pathname, answer.status]).toEqual([pathname, 200])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const value = await answer.json()
    if (schema !== null) expectDescribed(value, schema)
  }
})

test('a history has the newest points, and "truncated" if there are more', async () => {
  const history = async (more: string) => {
    const answer = await (await get(`/api/v1/history?project=example/project${more}`)).json()
    expectDescribed(answer, 'History')
    return answer as { points: { scenario: string }[]; truncated: boolean }
  }
  const whole = await history('')
  expect([whole.points.length > 4, whole.truncated]).toEqual([true, false])
  expect(await history('&limit=4')).toEqual({ points: whole.points.slice(-4), truncated: true })
  const bind = whole.points.filter(({ scenario }) => scenario === 'bind')
  expect(await history(`&scenario=bind&limit=${bind.length}`)).toEqual({ points: bind, truncated: false })
})

test('the description is valid OpenAPI 3.1, and the official Prometheus client can parse the metrics', async () => {
  expect((await server.submit(runOfWorkflow())).status).toBe(201)
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  const [openapi, metrics] = [await describedApi(), await get('/metrics')]
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await metrics.text()
  expect(text).toContain('plimsoll_submissions_total{outcome="stored"} 1')
  expect(text).toMatch(/plimsoll_request_duration_seconds_count\{route="api-runs",status="201"\} 1/)
  const checked = runPython(CHECK, { openapi, metrics: text }) as Checked
  expect(checked.faults).toEqual([])
  expect(checked.metrics.plimsoll_submissions).toEqual(['counter', 1])
  expect(checked.metrics.plimsoll_runs).toEqual(['gauge', 1])
  expect(checked.metrics.plimsoll_request_duration_seconds?.[0]).toBe('histogram')
})

test('a reader of a list meets each run once, although newer and older ones arrive meanwhile', async () => {
  const pageAfter = async (after: string | null) => {
    const query = after === null ? '' : `&after=${after}`
    const response = await fetch(`${server.address}/api/v1/runs?limit=2${query}`)
    return (await response.json()) as { runs: { id: string; startedAt: string }[]; next: string | null }
  }
  const first = await pageAfter(null)
  const last = first.runs.at(-1)?.startedAt ?? ''
  const arrived: string[] = []
  for (const startedAt of ['2025-02-28T10:00:00Z', '2025-03-31T10:00:00Z']) {
    expect(last > '2025-02-28T10:00:00Z' && last < '2025-03-31T10:00:00Z').toBe(true)
    const document = runOfWorkflow((run) => Object.assign(run, { startedAt, finishedAt: startedAt }))
    arrived.push(identify(document).id)
    expect((await server.submit(document)).status).toBe(201)
  }
  await expect.poll(async () => (await pageAfter(null)).runs[0]?.id).toBe(arrived[1])
  const seen = [...first.runs]
  for (let { next } = first; next !== null; ) {
    const page = await pageAfter(next)
    seen.push(...page.runs)
    next = page.next
  }
  const ofBefore = seen.map(({ id }) => id).filter((id) => !arrived.includes(id))
  expect(ofBefore.toSorted()).toEqual([...new Set([...ids, ...ofBefore])].toSorted())
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  expect(seen.map(({ id }) => id)).not.toContain(arrived[1])
  expect(seen.at(-1)?.id).toBe(arrived[0])
})

interface Run {
  id: string
  project: string | null
}

test('a stranger who registers the name of a repository again gets no run into its project', async () => {
  const owner = await submit('2025-01-01', { repository_id: '3003', repository_owner_id: '4004' })
  const stranger = await submit('2025-02-01', { repository_id: '6666', repository_owner_id: '7777' })
  const unproven = importDocument(server.registry, toBytes(runOn('2025-03-01'))).id
  await synchronizeIndex(server.registry)
  const page = await (await fetch(`${server.address}/runs/${owner}`)).text()
  const get = async (address: string) => (await (await fetch(`${server.address}/api/v1/${address}`)).json()) as unknown
  const list = async (project: string) => {
    const answer = (await get(`runs?project=${project}`)) as { runs: Run[] }
    expectDescribed(answer, 'Runs')
    return answer.runs
  }

  const listed = async () => (await list('Example/hands')).map(({ id }) => id)
  await expect.poll(listed).toEqual([unproven, stranger, owner])
  const named = await list('Example/hands')
  const [unprovenProject, strangerProject, ownProject] = named.map(({ project }) => project)
  expect(unprovenProject).toBeNull()
  expect([strangerProject, ownProject]).toEqual(['id:6666', 'id:3003'])
  for (const [project, run] of [
    [ownProject, owner],
    [strangerProject, stranger],
    ['Example/hands', unproven],
  ] as const) {
    const { points } = (await get(`history?project=${project}`)) as { points: { runId: string }[] }
    expect(new Set(points.map(({ runId }) => runId))).toEqual(new Set([run]))
    if (project !== 'Example/hands') expect((await list(String(project))).map(({ id }) => id)).toEqual([run])
  }
  expect(page).toContain(`<a href="../projects/${ownProject?.replace(':', '/')}">example/hands</a>`)
  for (const fact of ['<dt>Repository id</dt><dd>3003<', '<dt>Owner id</dt><dd>4004<']) {
    expect(page).toContain(fact)
  }
})

/** Returns a run of one day, as the workflow of `example/hands` would produce it. */
function runOn(day: string) {
  return runOfWorkflow((run) => {
    Object.assign(run, { startedAt: `${day}T00:00:00Z`, finishedAt: `${day}T00:01:00Z` })
    Object.assign(run.source ?? {}, { repository: 'example/hands' })
  })
}

/** Submits a run of one day, signed with these claims. Returns the run's id. */
async function submit(day: string, claims: Claims): Promise<string> {
  const answer = await server.submit(runOn(day), { claims: { repository: 'example/hands', ...claims } })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
