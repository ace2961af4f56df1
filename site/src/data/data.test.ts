import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createClient } from '@libsql/client'
import type { RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { listFiles } from '../site-build/list-files.ts'
import { importDocument } from '../store/import.ts'
import { replaceRuns, withIndex } from '../store/index-database.ts'
import type { IndexRows } from '../store/index-rows.ts'
import { readForIndex } from '../store/read-for-index.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, TEMPLATE, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { copyIndex } from './copy-index.ts'
import { writeDataFiles } from './data-files.ts'

const RUNS = ['one', 'two', '=HYPERLINK("x")'].map((model) =>
  exampleRun((run) => {
    run.host.cpu.model = model
  }),
)

/** Returns the data files of a registry with some runs, by path, and their directory. */
async function filesOf(runs: RunDocument[]): Promise<{ directory: string; files: Map<string, Buffer> }> {
  const registry = temporaryRegistry()
  for (const run of runs) {
    importDocument(registry, toBytes(run))
    await synchronizeIndex(registry)
  }
  const directory = temporaryDirectory()
  await writeDataFiles(registry, TEMPLATE, directory)
  const files = new Map(listFiles(directory).map((name) => [name, readFileSync(path.join(directory, name))]))
  return { directory, files }
}

test('the same runs give the same files, in any order of submission', async () => {
  const [{ files }, { files: again }] = [await filesOf(RUNS), await filesOf(RUNS.toReversed())]
  expect([...files.keys()].sort()).toEqual([
    'data/benchmarks.csv',
    'data/documents.txt',
    'data/engines.csv',
    'data/plimsoll.sqlite',
    'data/run-states.json',
    'data/runs.csv',
    'data/search.json',
    'engines/docker.badge.svg',
    'feeds/runs.xml',
  ])
  for (const [name, bytes] of files) expect([name, bytes.equals(again.get(name) as Buffer)]).toEqual([name, true])
})

test('the SQLite file and the CSV files hold every run and every benchmark, and no spreadsheet evaluates a field', async () => {
  const { directory, files } = await filesOf(RUNS)
  const client = createClient({ url: `file:${path.join(directory, 'data/plimsoll.sqlite')}` })
  const benchmarks = await client.execute('SELECT count(*) AS n, count(DISTINCT "runId") AS runs FROM "Benchmark"')
  const models = await client.execute('SELECT "cpuModel" FROM "Run" ORDER BY "cpuModel"')
  client.close()
  const lines = (name: string) => String(files.get(name)).trimEnd().split(/\r?\n/)
  expect(benchmarks.rows[0]).toMatchObject({ n: lines('data/benchmarks.csv').length - 1, runs: 3 })
  expect(models.rows.map((row) => row.cpuModel)).toEqual(['=HYPERLINK("x")', 'one', 'two'])
  expect(lines('data/runs.csv')).toHaveLength(4)
  expect(lines('data/runs.csv')[0]).toMatch(/^id,hash,suite,/)
  // What differs from copy to copy of a registry is left out.
  expect(lines('data/runs.csv')[0]).not.toMatch(/Modified|Size|submittedAt/)
  expect(String(files.get('data/runs.csv'))).toContain(`,"'=HYPERLINK(""x"")",`)
  expect(lines('data/documents.txt').every((line) => /^runs\/[a-z2-7]{26}\.json$/.test(line))).toBe(true)
})

test('a run that is indexed during the copy is in the copy completely or not at all', async () => {
  const registry = temporaryRegistry()
  await synchronizeIndex(registry)
  const names = Array.from({ length: 40 }, (_, number) => {
    const document = exampleRun((run) => run.notes.push({ code: 'number', text: String(number) }))
    return `${importDocument(registry, toBytes(document)).id}.json`
  })
  const rows = names.map((name) => (readForIndex(registry, name) as { rows: IndexRows }).rows)
  await withIndex(registry, (client) => replaceRuns(client, [], rows.splice(0, 5)))
  const coming = withIndex(registry, async (client) => {
    for (const run of rows) await replaceRuns(client, [], [run])
  })
  const directory = temporaryDirectory()
  await Promise.all([copyIndex(registry, directory), coming])
  const lines = (name: string) => readFileSync(path.join(directory, name), 'utf8').trimEnd().split('\r\n').slice(1)
  const runs = lines('runs.csv').map((line) => line.slice(0, 26))
  expect(runs.length).toBeGreaterThanOrEqual(5)
  for (const name of ['engines.csv', 'benchmarks.csv']) {
    expect([...new Set(lines(name).map((line) => line.slice(0, 26)))]).toEqual(runs)
  }
})
