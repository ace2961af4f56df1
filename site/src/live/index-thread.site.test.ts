import { renameSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { importDocument } from '../store/import.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { nameNoDatabase } from '../store/sqld-testing.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { startIndexThread } from './index-thread.ts'
import { startIndexer } from './indexer.ts'

await ensurePrismaClient()
const { countRuns, openReader } = await import('../store/queries.ts')

afterEach(nameNoDatabase)

/** Creates a registry with a run that is not yet in its index. */
async function prepare(): Promise<{ registry: Registry; id: string; count: () => Promise<number> }> {
  const registry = temporaryRegistry()
  await synchronizeIndex(registry)
  const { id } = importDocument(registry, toBytes(exampleRun()))
  const count = async () => {
    const reader = openReader(registryAt(registry.directory))
    return countRuns(reader).finally(() => reader.$disconnect())
  }
  return { registry, id, count }
}

test('a crashed index thread is replaced, and no pending run is lost', async () => {
  const { registry, id, count } = await prepare()
  const logged: unknown[] = []
  // This address is invalid, so that the thread cannot start.
  process.env.PLIMSOLL_DATABASE_URL = 'nowhere'
  const indexer = startIndexThread(registry, (error) => logged.push(error))
  indexer.add(id)
  await expect.poll(() => logged.length, { timeout: 20_000 }).toBe(1)
  expect(indexer.waiting()).toBe(1)
  nameNoDatabase()
  await expect.poll(indexer.waiting, { timeout: 20_000 }).toBe(0)
  expect(await count()).toBe(1)
  await indexer.settled()
}, 60_000)

test('a crashed index thread that is stopped indexes the pending runs first', async () => {
  const { registry, id, count } = await prepare()
  const logged: unknown[] = []
  process.env.PLIMSOLL_DATABASE_URL = 'nowhere'
  const indexer = startIndexThread(registry, (error) => logged.push(error))
  await expect.poll(() => logged.length, { timeout: 20_000, interval: 5 }).toBe(1)
  nameNoDatabase()
  indexer.add(id)
  await indexer.settled()
  expect(await count()).toBe(1)
}, 60_000)

test('a run whose statements temporarily cannot be read is indexed later', async () => {
  const { registry, id, count } = await prepare()
  const failed: unknown[] = []
  const aside = `${registry.statements}-aside`
  renameSync(registry.statements, aside)
  writeFileSync(registry.statements, 'no directory')
  const indexer = startIndexer(registry, { log: (error) => failed.push(error), onBatch: () => {} })
  indexer.add(id)
  await expect.poll(() => failed.length, { timeout: 20_000 }).toBe(1)
  renameSync(registry.statements, `${registry.statements}-not`)
  renameSync(aside, registry.statements)
  expect(indexer.waiting()).toBe(1)
  await indexer.settled()
  expect(await count()).toBe(1)
}, 60_000)
