import { expect, test, vi } from 'vitest'
import { main } from '../command.ts'
import { indexBatch, startIndexer } from '../server/indexer.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { documentFile } from './documents.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import type { IndexedRun } from './index-rows.ts'
import type { Registry } from './registry.ts'
import { synchronizeIndex } from './synchronize-index.ts'

await ensurePrismaClient()
const { latestRuns, openReader } = await import('./queries.ts')

// Two suites stand for runs that no index can hold: an error for the first, and a value that is no number for the other.
vi.mock('./index-rows.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('./index-rows.ts')>()
  return {
    ...original,
    indexRows(run: IndexedRun) {
      if (run.document.suite.name === 'throws') throw new TypeError('this is not a function')
      if (run.document.suite.name === 'not-a-number') run.document.host.cpu.count = Number.NaN
      return original.indexRows(run)
    },
  }
})

/** A registry with a good run between two that cannot be indexed. */
function withUnusableRuns(): { registry: Registry; good: string; unusable: string[] } {
  const registry = temporaryRegistry()
  const [one, good, other] = ['throws', 'quick', 'not-a-number'].map((suite) => {
    const run = exampleRun((document) => Object.assign(document.suite, { name: suite }))
    return importDocument(registry, toBytes(run)).id
  }) as [string, string, string]
  return { registry, good, unusable: [one, other] }
}

async function indexed(registry: Registry): Promise<string[]> {
  const reader = openReader(registry)
  return latestRuns(reader, 10)
    .then((runs) => runs.map(({ id }) => id))
    .finally(() => reader.$disconnect())
}

test('an import names the files of runs that cannot be indexed, and indexes the others', async () => {
  const { registry, good, unusable } = withUnusableRuns()
  const { faults, runs } = await synchronizeIndex(registry)
  expect([...runs.keys()]).toEqual([good])
  expect(faults.map(({ file }) => file)).toEqual(unusable.map((id) => documentFile(registry, id)).sort())
  expect(faults.map(({ message }) => message).sort()).toEqual([
    expect.stringMatching(/^no figures can be derived from it \(the index cannot hold the cpuCount NaN\); report/),
    expect.stringMatching(/^no figures can be derived from it \(this is not a function\); report/),
  ])
  expect(await indexed(registry)).toEqual([good])
})

test('a server logs each run that cannot be indexed once, and indexes the others', async () => {
  const { registry, good, unusable } = withUnusableRuns()
  const logged: unknown[] = []
  const indexer = startIndexer(
    (ids) => indexBatch(registry, ids),
    (error) => logged.push(error),
  )
  for (const id of [...unusable, good]) indexer.add(id)
  await expect.poll(indexer.waiting).toBe(0)
  expect(await indexed(registry)).toEqual([good])
  expect(logged).toEqual(
    unusable.map((id) =>
      expect.objectContaining({ code: 'not-a-run', message: expect.stringContaining(documentFile(registry, id)) }),
    ),
  )
  expect(indexer.isFailing()).toBe(false)
})

test('an indexer that fails says so, and tries the runs one after the other', async () => {
  const batches: string[][] = []
  const indexer = startIndexer(
    async (ids) => {
      batches.push(ids)
      if (ids.includes('bad')) throw new Error('The thread crashed.')
      return { unread: [], error: null, faults: [] }
    },
    () => {},
    1,
  )
  for (const id of ['bad', 'good', 'other']) indexer.add(id)
  await expect.poll(() => batches.slice(0, 3)).toEqual([['bad', 'good', 'other'], ['bad'], ['good']])
  await expect.poll(indexer.isFailing).toBe(true)
  await indexer.settled()
  expect(indexer.waiting()).toBe(0)
})

test('verify names the runs that cannot be indexed', async () => {
  const { registry, good, unusable } = withUnusableRuns()
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(await main(['verify', '--registry', registry.directory])).toBe(1)
  const said = error.mock.calls.map(([line]) => String(line))
  vi.restoreAllMocks()
  for (const id of unusable)
    expect(said).toContainEqual(expect.stringContaining(`${id}  verification failed: the document is not in the index`))
  expect(said.some((line) => line.startsWith(`${good}  verification failed`))).toBe(false)
})
