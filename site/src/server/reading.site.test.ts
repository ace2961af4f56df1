import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import type { Claims } from '../provenance/testing.ts'
import { importDocument } from '../store/import.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { toBytes } from '../testing.ts'
import { expectDescribed, runOfWorkflow, serverOfTests } from './testing.ts'

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

test('an unchanged response gets 304', async () => {
  for (const pathname of ['runs', `runs/${ids[0]}`, 'history?workload=npm-ci', 'openapi.json']) {
    const first = await fetch(`${server.address}/api/v1/${pathname}`)
    expect([pathname, first.status]).toEqual([pathname, 200])
    const etag = first.headers.get('etag') ?? ''
    const second = await fetch(`${server.address}/api/v1/${pathname}`, { headers: { 'if-none-match': etag } })
    expect([pathname, second.status]).toEqual([pathname, 304])
  }
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

test('/healthz reports ok, and the metrics count requests and submissions', async () => {
  await server.submit(runOfWorkflow())
  expect(await (await fetch(`${server.address}/healthz`)).json()).toEqual({ status: 'ok' })
  const metrics = await (await fetch(`${server.address}/metrics`)).text()
  expect(metrics).toContain('plimsoll_submissions_total{outcome="stored"} 1')
  expect(metrics).toMatch(/plimsoll_request_duration_seconds_count\{route="api-runs",status="201"\} 1/)
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
