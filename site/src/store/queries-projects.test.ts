import { parseProjectHistory, type RunDocument } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { GITHUB_ISSUER } from '../provenance/project.ts'
import { importSigned, startSigstore } from '../provenance/testing.ts'
import { filterRuns, readFilters } from '../search/filters.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import { openRegistry, type Registry } from './registry.ts'
import { synchronizeIndex } from './synchronize-index.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { latestRunsOfProject, latestUnprovenRuns, openReader } = await import('./queries.ts')
const { historyOfProject, historyOfUnprovenRuns } = await import('./queries-history.ts')
const { listRuns } = await import('./queries-list.ts')
const { projectKeys } = await import('./queries-names.ts')
const { identityOfProject, namesOfProject, projectsOfName } = await import('./queries-projects.ts')
const { projectFiles } = await import('../data/project-files.ts')
const { makeSearchFile } = await import('../search/search-file.ts')

// A project was renamed. A stranger registered its old name again, and published a run. Another stranger submitted a run
// that names the project, without a signature.

const OLD = { iss: GITHUB_ISSUER, repository: 'Example/project', repository_id: '1001', repository_owner_id: '2002' }
const RENAMED = { ...OLD, repository: 'renamed/project', repository_owner_id: '2003' }
const STRANGER = { ...OLD, repository: 'example/Project', repository_id: '6666', repository_owner_id: '7777' }
/** The issuer of an enterprise at GitHub. It numbers repositories itself. */
const ENTERPRISE = `${GITHUB_ISSUER}/example`
const ELSEWHERE = { ...OLD, iss: ENTERPRISE }
const ELSEWHERE_KEY = 'id:token.actions.githubusercontent.com_2fexample/1001'

const { directory, remove } = directoryOfTests()
let registry: Registry
let reader: PrismaClient
/** The ids of the runs, the oldest first. */
const runs = { first: '', second: '', renamed: '', stranger: '', elsewhere: '', unproven: '' }

beforeAll(async () => {
  registry = openRegistry(directory)
  const sigstore = await startSigstore()
  const sign = (day: string, claims: typeof OLD) =>
    importSigned(registry, sigstore, runOf(day, claims.repository), claims)
  runs.first = await sign('2025-01-01', OLD)
  runs.second = await sign('2025-02-01', OLD)
  runs.renamed = await sign('2025-03-01', RENAMED)
  runs.stranger = await sign('2025-04-01', STRANGER)
  runs.elsewhere = await sign('2025-05-01', ELSEWHERE)
  runs.unproven = importDocument(registry, toBytes(runOf('2025-06-01', 'example/project'))).id
  await sigstore.close()
  await synchronizeIndex(registry)
  reader = openReader(registry)
})

afterAll(async () => {
  await reader.$disconnect()
  remove()
})

/** Returns a run of a day, whose document names this repository. */
function runOf(day: string, repository: string): RunDocument {
  return exampleRun((run) => {
    run.startedAt = run.finishedAt = `${day}T00:00:00Z`
    if (run.source !== null) run.source.repository = repository
  })
}

const idsOf = (lines: { id: string }[]) => lines.map(({ id }) => id)
const runsIn = ({ points }: { points: { runId: string }[] }) => [...new Set(points.map(({ runId }) => runId))]

test('a repository whose name was registered again, or that another issuer has, is another project', async () => {
  expect(await projectKeys(reader)).toEqual(['id:1001', 'id:6666', ELSEWHERE_KEY])
})

test('a project has its own runs under every name, and none of a stranger who has its old name', async () => {
  const own = [runs.first, runs.second, runs.renamed]
  expect(idsOf(await latestRunsOfProject(reader, 'id:1001', 9))).toEqual(own.toReversed())
  expect(runsIn(await historyOfProject(reader, 'id:1001'))).toEqual(own)
  expect(idsOf(await listRuns(reader, { project: 'id:1001' }, null, 9))).toEqual(own.toReversed())
  expect(runsIn(await historyOfProject(reader, 'id:6666'))).toEqual([runs.stranger])
  expect(runsIn(await historyOfProject(reader, ELSEWHERE_KEY))).toEqual([runs.elsewhere])
})

test('a run without a signature is in no project, and with other runs only in lists by name', async () => {
  expect(idsOf(await latestUnprovenRuns(reader, 'example/project', 9))).toEqual([runs.unproven])
  expect(runsIn(await historyOfUnprovenRuns(reader, 'example/project'))).toEqual([runs.unproven])
  expect(runsIn(await historyOfUnprovenRuns(reader, 'renamed/project'))).toEqual([])
  const { renamed: _, ...named } = runs
  expect(idsOf(await listRuns(reader, { project: 'example/project' }, null, 9))).toEqual(
    Object.values(named).toReversed(),
  )
})

test('a name lists every project that had it, each with its latest name and its runs under this name', async () => {
  const project = { issuer: GITHUB_ISSUER, runs: 1 }
  const day = (month: number) => `2025-0${month}-01T00:00:00Z`
  const stranger = { ...project, repositoryId: '6666', ownerId: '7777', repository: 'example/Project' }
  const old = { ...project, repositoryId: '1001', ownerId: '2003', repository: 'renamed/project' }
  expect(await projectsOfName(reader, 'example/project')).toMatchObject([
    { project: ELSEWHERE_KEY, issuer: ENTERPRISE, repository: 'Example/project' },
    { project: 'id:6666', ...stranger, first: day(4), last: day(4) },
    { project: 'id:1001', ...old, runs: 2, first: day(1), last: day(2) },
  ])
  expect(await projectsOfName(reader, 'renamed/project')).toMatchObject([{ project: 'id:1001', runs: 1 }])
  expect(await projectsOfName(reader, 'example/other')).toEqual([])
})

test('a renamed project is one project with both names, and its latest name and owner', async () => {
  expect(await identityOfProject(reader, 'id:1001')).toMatchObject({ ownerId: '2003', repository: 'renamed/project' })
  expect(await namesOfProject(reader, 'id:1001')).toMatchObject([
    { repository: 'renamed/project', ownerId: '2003', runs: 1, last: '2025-03-01T00:00:00Z' },
    { repository: 'Example/project', ownerId: '2002', runs: 2, last: '2025-02-01T00:00:00Z' },
  ])
})

test('each project has its history as a file, which the watch action can read, and a badge; a name has neither', async () => {
  const files = await projectFiles(registry)
  const pages = ['projects/id/1001', 'projects/id/6666', `projects/${ELSEWHERE_KEY.replace(':', '/')}`]
  expect([...files.keys()].sort()).toEqual(pages.flatMap((page) => [`${page}.badge.svg`, `${page}.json`]).sort())
  expect(parseProjectHistory(files.get('projects/id/1001.json') ?? '')).toEqual({
    repository: 'renamed/project',
    answer: expect.stringContaining('3 runs so far'),
    truncated: false,
    slowdowns: [],
  })
  expect(files.get('projects/id/1001.badge.svg')).toMatch(/renamed\/project.*measured on 2025-03-01/s)
})

test('the search finds the runs of one project by its key, whatever other documents say', async () => {
  const index = JSON.parse(String(await makeSearchFile(registry))) as SearchIndex
  const hostile = index.runs.map((run) => (run.id === runs.stranger ? { ...run, suite: 'id:1001' } : run))
  const found = filterRuns(hostile, readFilters('?q=id:1001'))
  expect(idsOf(found)).toEqual([runs.renamed, runs.second, runs.first])
})
