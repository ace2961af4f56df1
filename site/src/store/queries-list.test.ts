import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import type { RunFilter } from './queries-list.ts'
import { openRegistry } from './registry.ts'
import { synchronizeIndex } from './synchronize-index.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { latestRuns, openReader, pageStarts, totals } = await import('./queries.ts')
const { listRuns } = await import('./queries-list.ts')

/**
 * The test runs. They are of three projects, two suites and two engines, some in histories and some not, several on the
 * same day.
 */
const RUNS = 30

interface ExampleRun {
  id: string
  startedAt: string
  project: string
  suite: string
  engine: string
}

describe('a list of runs, page by page,', () => {
  const { directory, remove } = directoryOfTests()
  let reader: PrismaClient
  let made: ExampleRun[]

  beforeAll(async () => {
    const registry = openRegistry(directory)
    made = Array.from({ length: RUNS }, (_, number) => {
      const run = exampleRun((run) => {
        run.startedAt = run.finishedAt = `2026-01-${10 + ((number * 7) % 12)}T00:00:00Z`
        run.suite.name = number % 2 === 0 ? 'quick' : 'other'
        if (number % 4 < 2) Object.assign(run, { division: 'standard', deviations: [] })
        if (run.source !== null) run.source.repository = `example/project-${number % 3}`
        for (const engine of run.engines) engine.product = number % 5 < 2 ? 'Colima' : 'Docker Engine'
        run.notes.push({ code: 'number', text: String(number) })
      })
      const { id } = importDocument(registry, toBytes(run))
      const [project, engine] = [`example/project-${number % 3}`, number % 5 < 2 ? 'colima' : 'docker']
      return { id, startedAt: run.startedAt, project, suite: run.suite.name, engine }
    }).sort((a, b) => (a.startedAt > b.startedAt || (a.startedAt === b.startedAt && a.id < b.id) ? -1 : 1))
    await synchronizeIndex(registry)
    reader = openReader(registry)
  })

  afterAll(async () => {
    await reader.$disconnect()
    remove()
  })

  test.each<RunFilter>([
    {},
    { project: 'example/project-1' },
    { engine: 'docker' },
    { workload: 'npm-ci' },
    { suite: 'other' },
    { engine: 'colima', workload: 'npm-ci' },
    { engine: 'docker', suite: 'quick' },
    { workload: 'npm-ci', suite: 'quick' },
    { project: 'example/project-2', engine: 'colima', workload: 'npm-ci', suite: 'other' },
    { engine: 'podman' },
    { engine: 'docker', workload: 'none' },
  ])('has all that fit %j, newest first, each once', async ({ workload, ...own }) => {
    const fitting = made.filter((run) =>
      Object.entries(own).every(([name, value]) => run[name as keyof ExampleRun] === value),
    )
    const expected = workload === 'none' ? [] : fitting.map(({ id }) => id)
    const listed: { id: string; startedAt: string }[] = []
    for (let more = true; more; ) {
      const next = await listRuns(reader, { ...own, ...(workload && { workload }) }, listed.at(-1) ?? null, 4)
      listed.push(...next)
      more = next.length === 4
    }
    expect(listed.map(({ id }) => id)).toEqual(expected)
  })

  test('has full pages, counted from the oldest run', async () => {
    const starts = await pageStarts(reader, 7)
    expect(starts.map(({ id }) => id)).toEqual([7, 14, 21, 28].map((older) => made.at(-1 - older)?.id))
    const pages = await Promise.all(starts.toReversed().map((start) => latestRuns(reader, 7, start)))
    expect(pages.flat().map(({ id }) => id)).toEqual(made.slice(-28).map(({ id }) => id))
  })

  test('has as many runs as the totals', async () => {
    expect(await totals(reader)).toEqual({ runs: RUNS, benchmarks: RUNS * exampleRun().benchmarks.length })
  })
})
