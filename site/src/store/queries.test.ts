import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { type RunDocument, readRun } from '@plimsoll/schema'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { PrismaClient as Reader } from '../../generated/prisma/client.ts'
import { machineTitle } from '../history/points.ts'
import { importSigned, startSigstore } from '../provenance/testing.ts'
import { biasedRun, exampleRun, resolvedRun, temporaryRegistry, toBytes } from '../testing.ts'
import { connectionTo } from './database-connection.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import type { History, HistoryPoint } from './queries-history.ts'
import type { RunFilter } from './queries-list.ts'
import { openRegistry, type Registry } from './registry.ts'
import { synchronizeIndex } from './synchronize-index.ts'
import { supersede, withdraw } from './withdraw-supersede-delete.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { PrismaClient } = await import('../../generated/prisma/client.ts')
const {
  countRuns,
  latestRuns,
  latestRunsOfProject,
  latestUnprovenRuns,
  replacedRuns,
  runsWithState,
  openReader,
  pageStarts,
  totals,
} = await import('./queries.ts')
const { countNullPairs } = await import('../method/read-method.ts')
const { listRuns } = await import('./queries-list.ts')
const { historyOfEngine, historyOfProject, historyOfUnprovenRuns, historyOfWorkload } = await import(
  './queries-history.ts'
)
const { engineSlugs, projectKeys, suiteNames, workloadNames } = await import('./queries-names.ts')
const { identityOfProject, listProjects, namesOfProject, projectsOfName } = await import('./queries-projects.ts')

const PLACE = { startedAt: '2026-01-01T00:00:00Z', id: 'a'.repeat(26) }
const EMPTY = { points: [], truncated: false }
const FILTERS: RunFilter[] = [
  {},
  { project: 'example/project' },
  { project: 'id:1001' },
  { engine: 'docker' },
  { workload: 'npm-ci' },
  { suite: 'quick' },
  { engine: 'docker', workload: 'npm-ci', suite: 'quick' },
  { project: 'example/project', engine: 'docker', workload: 'npm-ci', suite: 'quick' },
  { project: 'id:1001', engine: 'docker', workload: 'npm-ci', suite: 'quick' },
]

const QUERIES: [string, (reader: Reader) => Promise<unknown>][] = [
  ['the latest runs', (reader) => latestRuns(reader, 20)],
  ['a later page of runs', (reader) => latestRuns(reader, 50, PLACE)],
  ['the starts of the pages of runs', (reader) => pageStarts(reader, 50)],
  ['the number of runs', (reader) => countRuns(reader)],
  ['the numbers of runs and benchmarks', (reader) => totals(reader)],
  ['superseded and withdrawn runs', (reader) => runsWithState(reader)],
  ['replaced transcriptions', (reader) => replacedRuns(reader)],
  ['null pairs', (reader) => countNullPairs(reader)],
  ...FILTERS.flatMap((filter): [string, (reader: Reader) => Promise<unknown>][] => [
    [`runs by ${Object.keys(filter).join(', ') || 'nothing'}`, (reader) => listRuns(reader, filter, null, 51)],
    [`more runs by ${Object.keys(filter).join(', ') || 'nothing'}`, (reader) => listRuns(reader, filter, PLACE, 51)],
  ]),
  ['the runs of a project', (reader) => latestRunsOfProject(reader, 'id:1001', 20)],
  ['the unproven runs of a name', (reader) => latestUnprovenRuns(reader, 'example/project', 20)],
  ['the ids of a project', (reader) => identityOfProject(reader, 'id:1001')],
  ['the names of a project', (reader) => namesOfProject(reader, 'id:1001')],
  ['the list of projects', (reader) => listProjects(reader, 200)],
  ['the projects of a name', (reader) => projectsOfName(reader, 'example/project')],
  ['the engines', (reader) => engineSlugs(reader)],
  ['the workloads', (reader) => workloadNames(reader)],
  ['the projects', (reader) => projectKeys(reader)],
  ['the suites', (reader) => suiteNames(reader)],
  ['the history of an engine', (reader) => historyOfEngine(reader, 'docker')],
  ['the history of a workload', (reader) => historyOfWorkload(reader, 'npm-ci')],
  ['the history of a project', (reader) => historyOfProject(reader, 'id:1001')],
  ['the history of a name', (reader) => historyOfUnprovenRuns(reader, 'example/project')],
]

/** Matches scans of rows that an earlier step of the query produced. These are not scans of a table. */
const DERIVED = /^SCAN (\(subquery-\d+\)|sub|l|latest|names|CONSTANT)( |$)/

/** The queries that may read an index from its end, with the reason for each. */
const WALKS: Record<string, string[]> = {
  // These queries stop once they have enough rows for a page.
  'the latest runs': ['SCAN main.Run USING INDEX Run_startedAt_id_idx'],
  'runs by nothing': ['SCAN r USING COVERING INDEX Run_startedAt_id_idx'],
  // These queries read a whole index or table: once in a build, or for few readers.
  'the number of runs': ['SCAN main.Run USING COVERING INDEX sqlite_autoindex_Run_1'],
  'the numbers of runs and benchmarks': ['SCAN main.Run'],
  'the starts of the pages of runs': ['SCAN Run USING COVERING INDEX Run_startedAt_id_idx'],
  'replaced transcriptions': ['SCAN a'],
}

/** Whether a step of a query plan scans a whole table or a whole index. */
function isScan(step: string): boolean {
  return /^SCAN (?!\d)/.test(step) && !DERIVED.test(step)
}

describe('every query of a page uses an index:', () => {
  let directory: string
  let registry: Registry
  let client: Client

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-queries-'))
    registry = openRegistry(directory)
    const sigstore = await startSigstore()
    await importSigned(registry, sigstore, frozen())
    await sigstore.close()
    await filled(registry, [])
    client = createClient(connectionTo(registry))
  })

  afterAll(() => {
    client.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test.each(QUERIES)('%s', async (name, query) => {
    const statements = await statementsOf(registry, query)
    expect(statements.length).toBeGreaterThan(0)
    for (const { sql, args } of statements) {
      const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })
      const steps = rows.map(({ detail }) => String(detail))
      expect(steps.filter((step) => isScan(step) && !WALKS[name]?.includes(step))).toEqual([])
    }
  })

  test('a point of a history looks for its native benchmark among those of its run alone', async () => {
    const [{ sql, args } = { sql: '', args: [] }] = await statementsOf(registry, (reader) =>
      historyOfWorkload(reader, 'npm-ci'),
    )
    const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })
    const steps = rows.map(({ detail }) => String(detail)).filter((step) => step.startsWith('SEARCH n '))
    expect(steps).toEqual([expect.stringContaining('(runId=?)')])
  })

  test('every query of the modules is tested here', async () => {
    const here = readdirSync(import.meta.dirname).flatMap((name) => /^queries([a-z-]*)\.ts$/.exec(name)?.[1] ?? [])
    expect(here.length).toBeGreaterThan(3)
    const modules = await Promise.all(here.map((rest) => import(`./queries${rest}.ts`)))
    const takesReader = (value: unknown) => /^(async )?function \w+\(reader\b/.test(String(value))
    const names = modules.flatMap((module) => Object.keys(module).filter((name) => takesReader(module[name])))
    const tested = QUERIES.map(([, query]) => String(query)).join('\n')
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(tested))).toEqual([])
  })

  test('this test detects a query that uses no index', async () => {
    const { rows } = await client.execute(`EXPLAIN QUERY PLAN SELECT * FROM "Run" WHERE "osName" = 'x'`)
    expect(rows.map(({ detail }) => String(detail)).filter(isScan)).toEqual(['SCAN Run'])
  })

  test('this test detects a query that scans a whole index', async () => {
    const { rows } = await client.execute(`EXPLAIN QUERY PLAN SELECT count(*) FROM "Run"`)
    expect(rows.map(({ detail }) => String(detail)).filter(isScan)).toEqual([
      expect.stringMatching(/^SCAN Run USING COVERING INDEX/),
    ])
  })
})

describe('histories', () => {
  test('have the primary metric of every benchmark of a frozen suite, oldest first', async () => {
    const reader = await readerOf([dated('2026-02-01'), dated('2026-01-01')])
    const { points } = await historyOfEngine(reader, 'docker')
    expect(new Set(points.map(({ scenario }) => scenario)).has('native')).toBe(false)
    expect(points.map(({ startedAt }) => startedAt)).toEqual(points.map(({ startedAt }) => startedAt).sort())
    expect(points[0]).toMatchObject({
      startedAt: '2026-01-01T00:00:00Z',
      workload: 'npm-ci',
      metric: 'duration',
      unit: 'ns',
      machine: 'Example CPU, 4 CPUs, 8 GiB, Linux, x64, ext4, solid-state',
      product: 'Docker Engine',
      setup: 'ext4, 4 CPUs, 8 GiB, overlay2',
    })
    const { points: ofWorkload } = await historyOfWorkload(reader, 'npm-ci')
    expect(ofWorkload.filter(({ product }) => product !== null)).toEqual(
      points.filter(({ workload }) => workload === 'npm-ci'),
    )
    expect(ofWorkload.some(({ scenario }) => scenario === 'native')).toBe(true)
  })

  test('have the CPU of a machine without a class: of the Linux machine of 2025, the source states only the model', async () => {
    const file = path.join(import.meta.dirname, '../../documents/docker-for-mac-bench-2025-linux.json')
    const { points } = await historyOfWorkload(await readerOf([readRun(readFileSync(file)).document]), 'npm-install')
    expect(points[0]).toMatchObject({ machine: null, cpuModel: 'AMD Ryzen Threadripper PRO 5945WX', cpuCount: null })
    expect(machineTitle(points[0] as HistoryPoint)).toBe(
      'Arch Linux, AMD Ryzen Threadripper PRO 5945WX, CPU count not recorded',
    )
  })

  test('name an engine only as Plimsoll knows it, whatever a run calls it', async () => {
    const run = frozen()
    for (const engine of run.engines) engine.product = 'Ｄｏｃｋｅｒ Ｄｅｓｋｔｏｐ'
    const { points } = await historyOfEngine(await readerOf([run]), 'other')
    expect([...new Set(points.map(({ product }) => product))]).toEqual(['other engine'])
  })

  test('leave out modified runs, except in histories of a project, a name, or an own workload', async () => {
    expect(exampleRun().division).toBe('modified')
    const own = exampleRun((run) => {
      for (const benchmark of run.benchmarks)
        if (benchmark.workload === 'npm-ci') benchmark.definitionDigest = `sha256:${'d'.repeat(64)}`
    })
    const reader = await readerOf([exampleRun(), own])
    expect(await historyOfEngine(reader, 'docker')).toEqual(EMPTY)
    expect(await workloadNames(reader)).toEqual(['npm-ci'])
    expect((await historyOfWorkload(reader, 'npm-ci')).points.length).toBeGreaterThan(0)
    expect(await historyOfUnprovenRuns(reader, 'example/project')).not.toEqual(EMPTY)
  })

  test('of a project have runs of its main branch and bases of checks, with their commits; of a name, those of every branch', async () => {
    const on = (ref: string, day: number) =>
      exampleRun((run) => {
        run.startedAt = `2025-01-0${day}T00:00:00Z`
        run.source = {
          repository: 'example/project',
          commit: `${day}`.repeat(40),
          ref,
          pullRequest: null,
          workflowRun: null,
        }
      })
    const reader = await readerOf([on('refs/heads/main', 1), on('refs/heads/feature', 2), on('refs/heads/main', 3)])
    const days = ({ points }: History) => [...new Set(points.map(({ commit }) => Number(commit?.[0])))]
    expect(days(await historyOfUnprovenRuns(reader, 'example/project'))).toEqual([1, 2, 3])
    await reader.$executeRaw`UPDATE "Run" SET "project" = 'id:1001'`
    expect(days(await historyOfProject(reader, 'id:1001'))).toEqual([1, 3])
    await reader.$executeRaw`UPDATE "Run" SET "kind" = 'check'`
    expect(await historyOfProject(reader, 'id:1001')).toEqual(EMPTY)
    await reader.$executeRaw`UPDATE "Benchmark" SET "variant" = 'base'`
    await reader.$executeRaw`UPDATE "Run" SET "baseCommit" = substr("startedAt", 10, 1) || 'b'`
    const { points } = await historyOfProject(reader, 'id:1001')
    expect([...new Set(points.map(({ commit }) => commit))]).toEqual(['1b', '2b', '3b'])
  })

  test('of a project are those of the branch that it measures today, also after many runs of another one', async () => {
    const reader = await readerOf(
      Array.from({ length: 8 }, (_, n) =>
        exampleRun((run) => {
          const ref = n < 4 ? 'refs/heads/master' : 'refs/heads/main'
          run.startedAt = `2025-01-0${n + 1}T00:00:00Z`
          run.source = {
            repository: 'example/project',
            commit: `${n}`.repeat(40),
            ref,
            pullRequest: null,
            workflowRun: null,
          }
        }),
      ),
    )
    await reader.$executeRaw`UPDATE "Run" SET "project" = 'id:1001'`
    const commits = async () => [
      ...new Set((await historyOfProject(reader, 'id:1001')).points.map(({ commit }) => commit?.[0])),
    ]
    // Of two branches with as many runs, the first by name.
    expect(await commits()).toEqual(['4', '5', '6', '7'])
  })

  test('have each ratio with its status, and no control', async () => {
    const on = (startedAt: string, run: RunDocument): RunDocument => ({
      ...run,
      startedAt,
      division: 'standard',
      deviations: [],
    })
    const runs = [on('2025-01-01T00:00:00Z', resolvedRun()), on('2025-01-02T00:00:00Z', biasedRun([0, 4]))]
    const { points } = await historyOfWorkload(await readerOf(runs), 'npm-ci')
    expect(
      points.map(({ scenario, ratio, ratioStatus, unreliable }) => [scenario, ratio !== null, ratioStatus, unreliable]),
    ).toEqual([
      ['native', false, null, false],
      ['layer', true, 'resolved', false],
      ['volume', true, 'resolved', false],
      ['bind', true, 'resolved', false],
      ['native', false, null, true],
      ['layer', false, 'unreliable', true],
      ['volume', false, 'unreliable', true],
      ['bind', false, 'unreliable', true],
    ])
    for (const { ratio, ratioInterval } of points) {
      expect(ratioInterval === null).toBe(ratio === null)
      if (ratio !== null) expect(ratioInterval?.toSorted((a, b) => a - b)).toEqual(ratioInterval)
    }
  })

  test('have each statistic with all its digits', async () => {
    const registry = temporaryRegistry()
    await filled(registry, [frozen()])
    const client = createClient(connectionTo(registry))
    onTestFinished(() => client.close())
    const reader = openReader(registry)
    onTestFinished(() => reader.$disconnect())
    // SQLite writes the second, third and fourth without their last digits, by default or with `quote`.
    for (const value of [412_000_000, 0.1 + 0.2, 189.06646484651299, 171_742_566.04751801, 1 / 3e9, 2 ** 53 - 1]) {
      await client.execute({
        sql: 'UPDATE "Benchmark" SET "median" = ?1, "ratio" = ?1, "ratioLower" = ?1 / 2, "ratioUpper" = ?1 * 2',
        args: [value],
      })
      const [point] = (await historyOfWorkload(reader, 'npm-ci')).points
      expect(point).toMatchObject({ value, ratio: value, ratioInterval: [value / 2, value * 2] })
    }
  })

  test('have the origin "generated" for the figures of a run whose note says so', async () => {
    const registry = temporaryRegistry()
    importDocument(registry, toBytes(frozen()))
    importDocument(registry, toBytes(frozen((run) => void run.notes.push({ code: 'generated', text: 'Run 1.' }))))
    await synchronizeIndex(registry)
    const reader = openReader(registry)
    const { points } = await historyOfWorkload(reader, 'npm-ci')
    await reader.$disconnect()
    expect(new Set(points.map(({ origin }) => origin))).toEqual(new Set(['measured', 'generated']))
  })

  test('leave out withdrawn runs', async () => {
    const registry = temporaryRegistry()
    const { id } = importDocument(registry, toBytes(frozen()))
    withdraw(registry, id, 'wrong host')
    const reader = await readerOf([], registry)
    expect(await historyOfEngine(reader, 'docker')).toEqual(EMPTY)
    expect(await historyOfUnprovenRuns(reader, 'example/project')).toEqual(EMPTY)
    expect(await latestRuns(reader, 5)).toMatchObject([{ id, state: 'withdrawn' }])
  })

  test('show a withdrawn and then superseded run as withdrawn', async () => {
    const registry = temporaryRegistry()
    const [id, other] = [frozen(), exampleRun()].map((run) => importDocument(registry, toBytes(run)).id) as [
      string,
      string,
    ]
    withdraw(registry, id, 'wrong host')
    supersede(registry, id, other)
    const reader = await readerOf([], registry)
    expect(await runsWithState(reader)).toEqual([{ id, state: 'withdrawn' }])
  })

  test('are truncated if there are more runs than one response contains', async () => {
    const registry = temporaryRegistry()
    const histories = async (days: number[]) => {
      const reader = await readerOf(
        days.map((day) => runOfDay(day, 1)),
        registry,
      )
      return Promise.all([historyOfEngine(reader, 'docker'), historyOfUnprovenRuns(reader, 'example/project')])
    }
    for (const { points, truncated } of await histories(days(100))) {
      expect([points.length, points[0]?.startedAt, truncated]).toEqual([100, '2025-01-01T00:00:00Z', false])
    }
    for (const { points, truncated } of await histories([100])) {
      expect([points.length, points[0]?.startedAt, truncated]).toEqual([100, '2025-01-02T00:00:00Z', true])
    }
  })

  test('are truncated if there are more points than one response contains', async () => {
    const reader = await readerOf(days(26).map((day) => runOfDay(day, 40)))
    for (const { points, truncated } of [
      await historyOfEngine(reader, 'docker'),
      await historyOfWorkload(reader, 'npm-ci'),
    ]) {
      expect([points.length, points.at(-1)?.startedAt, truncated]).toEqual([1000, '2025-01-26T00:00:00Z', true])
    }
    expect(await historyOfWorkload(await readerOf([runOfDay(0, 40)]), 'npm-ci')).toMatchObject({ truncated: false })
  })

  test('find a repository by its name in any case', async () => {
    const reader = await readerOf([
      exampleRun((run) => {
        if (run.source !== null) run.source.repository = 'Example/Project'
      }),
    ])
    expect(await latestUnprovenRuns(reader, 'example/project', 5)).toMatchObject([{ repository: 'Example/Project' }])
  })

  test('exist for every engine, workload and project', async () => {
    const reader = await readerOf([frozen()])
    expect(await engineSlugs(reader)).toEqual(['docker'])
    expect(await workloadNames(reader)).toContain('npm-ci')
    const empty = await readerOf([])
    expect([await engineSlugs(empty), await workloadNames(empty), await projectKeys(empty)]).toEqual([[], [], []])
  })
})

/** Returns the example as a run of an unmodified suite. */
function frozen(change: (run: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((run) => {
    run.division = 'standard'
    run.deviations = []
    change(run)
  })
}

function dated(day: string): RunDocument {
  return frozen((run) => {
    run.startedAt = `${day}T00:00:00Z`
    run.finishedAt = `${day}T00:01:30Z`
  })
}

async function readerOf(documents: RunDocument[], registry = temporaryRegistry()): Promise<Reader> {
  await filled(registry, documents)
  const reader = openReader(registry)
  onTestFinished(() => reader.$disconnect())
  return reader
}

async function filled(registry: Registry, documents: RunDocument[]): Promise<void> {
  for (const document of documents) importDocument(registry, toBytes(document))
  await synchronizeIndex(registry)
}

/** Returns the SQL statements that a query executes. */
async function statementsOf(registry: Registry, query: (reader: Reader) => Promise<unknown>) {
  const adapter = new PrismaLibSql(connectionTo(registry))
  const reader = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] })
  const statements: { sql: string; args: (string | number)[] }[] = []
  reader.$on('query', ({ query, params }) => statements.push({ sql: query, args: JSON.parse(params) }))
  try {
    await query(reader)
    return statements
  } finally {
    await reader.$disconnect()
  }
}

function days(count: number): number[] {
  return Array.from({ length: count }, (_, day) => day)
}

/** Returns a run of an unmodified suite, with this number of benchmarks in one engine. */
function runOfDay(day: number, benchmarks: number): RunDocument {
  return frozen((run) => {
    run.startedAt = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().replace('.000', '')
    run.finishedAt = run.startedAt
    const [first] = run.benchmarks.filter(({ scenario }) => scenario === 'bind')
    if (first === undefined) throw new Error('the example has no benchmark on a bind mount')
    run.benchmarks = Array.from({ length: benchmarks }, (_, number) => {
      const samples = first.samples.map((sample, index) => ({ ...sample, order: number * 100 + index }))
      return { ...first, params: { number }, samples }
    })
  })
}
