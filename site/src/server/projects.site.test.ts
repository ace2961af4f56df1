import { expect, test } from 'vitest'
import type { Claims } from '../provenance/testing.ts'
import { importDocument } from '../store/import.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { temporaryDirectory, toBytes } from '../testing.ts'
import { expectDescribed, runOfWorkflow, startServer, type TestServer } from './testing.ts'

interface Run {
  id: string
  project: string | null
}

test('a stranger who registers the name of a repository again gets no run into its project', async () => {
  const server = await startServer(temporaryDirectory())
  const owner = await submit(server, '2025-01-01', {})
  const stranger = await submit(server, '2025-02-01', { repository_id: '6666', repository_owner_id: '7777' })
  const unproven = importDocument(server.registry, toBytes(runOn('2025-03-01'))).id
  await synchronizeIndex(server.registry)
  const page = await (await fetch(`${server.address}/runs/${owner}`)).text()
  const get = async (address: string) => (await (await fetch(`${server.address}/api/v1/${address}`)).json()) as unknown
  const list = async (project: string) => {
    const answer = (await get(`runs?project=${project}`)) as { runs: Run[] }
    expectDescribed(answer, 'Runs')
    return answer.runs
  }

  const listed = async () => (await list('Example/project')).map(({ id }) => id)
  await expect.poll(listed).toEqual([unproven, stranger, owner])
  const named = await list('Example/project')
  const [unprovenProject, strangerProject, ownProject] = named.map(({ project }) => project)
  expect(unprovenProject).toBeNull()
  expect([strangerProject, ownProject]).toEqual(['id:6666', 'id:1001'])
  for (const [project, run] of [
    [ownProject, owner],
    [strangerProject, stranger],
    ['Example/project', unproven],
  ] as const) {
    const { points } = (await get(`history?project=${project}`)) as { points: { runId: string }[] }
    expect(new Set(points.map(({ runId }) => runId))).toEqual(new Set([run]))
    if (project !== 'Example/project') expect((await list(String(project))).map(({ id }) => id)).toEqual([run])
  }
  expect(page).toContain(`<a href="../projects/${ownProject?.replace(':', '/')}">example/project</a>`)
  for (const fact of ['<dt>Repository id</dt><dd>1001<', '<dt>Owner id</dt><dd>2002<']) {
    expect(page).toContain(fact)
  }
  await server.stop()
})

/** Returns a run of one day, as the workflow of `example/project` would produce it. */
function runOn(day: string) {
  return runOfWorkflow((run) => Object.assign(run, { startedAt: `${day}T00:00:00Z`, finishedAt: `${day}T00:01:00Z` }))
}

/** Submits a run of one day, signed with these claims. Returns the run's id. */
async function submit(server: TestServer, day: string, claims: Claims): Promise<string> {
  const answer = await server.submit(runOn(day), { claims })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
