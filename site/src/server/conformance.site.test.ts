import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runPython } from '../../../schema/test/python.ts'
import { importDocument } from '../store/import.ts'
import { MAX_POINTS } from '../store/queries-history.ts'
import { toBytes } from '../testing.ts'
import { QUERIES } from './query-routes.ts'
import { expectDescribed, runOfWorkflow, serverOfTests } from './testing.ts'

const CHECK = new URL('check-conformance.py', import.meta.url).href

interface Checked {
  faults: string[]
  metrics: Record<string, [type: string, samples: number]>
}

/** One of the three runs. */
let id = ''
const server = await serverOfTests({}, (registry) => {
  for (const day of ['2025-03-01', '2025-03-02', '2025-03-03']) {
    const times = { startedAt: `${day}T10:00:00Z`, finishedAt: `${day}T10:01:00Z` }
    id = importDocument(registry, toBytes(runOfWorkflow((run) => Object.assign(run, times)))).id
  }
})

const get = (pathname: string, headers: Record<string, string> = {}) =>
  fetch(`${server.address}${pathname}`, { headers })

async function describedApi(): Promise<{ paths: Record<string, object> }> {
  return (await (await get('/api/v1/openapi.json')).json()) as { paths: Record<string, object> }
}

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
    '/api/v1/runs/{id}': [`/api/v1/runs/${id}`, null],
    '/api/v1/runs/{id}/statements': [`/api/v1/runs/${id}/statements`, 'Statements'],
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

test('an invalid limit of points gets 400', async () => {
  for (const wrong of ['limit=0', 'limit=1.5', 'limit=1e3', `limit=${MAX_POINTS + 1}`, 'offset=4']) {
    expect([wrong, (await get(`/api/v1/history?workload=npm-ci&${wrong}`)).status]).toEqual([wrong, 400])
  }
})

test('a document is cached for an hour and a list for 15 s; every form of If-None-Match with the current ETag gets 304', async () => {
  for (const [pathname, cacheControl] of [
    [`/api/v1/runs/${id}`, 'public, max-age=3600'],
    ['/api/v1/runs', 'public, max-age=15'],
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

// The last test, because the others read lists that do not change.
test('the description is valid OpenAPI 3.1, and the official Prometheus client can parse the metrics', async () => {
  expect((await server.submit(runOfWorkflow())).status).toBe(201)
  const [openapi, metrics] = [await (await get('/api/v1/openapi.json')).json(), await get('/metrics')]
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const checked = runPython(CHECK, { openapi, metrics: await metrics.text() }) as Checked
  expect(checked.faults).toEqual([])
  expect(checked.metrics.plimsoll_submissions).toEqual(['counter', 1])
  expect(checked.metrics.plimsoll_runs).toEqual(['gauge', 1])
  expect(checked.metrics.plimsoll_request_duration_seconds?.[0]).toBe('histogram')
})
