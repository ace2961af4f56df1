import { renameSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { importDocument } from '../store/import.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { indexBatch, startIndexer } from './indexer.ts'

await ensurePrismaClient()
const { countRuns, openReader } = await import('../store/queries.ts')

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

test('while the index cannot be written, pending runs are kept, and are indexed when the registry stops', async () => {
  const { registry, id, count } = await prepare()
  const logged: unknown[] = []
  let isBroken = true
  const index = async (ids: string[]) => {
    if (isBroken) throw new Error('The thread crashed.')
    return indexBatch(registry, ids)
  }
  const indexer = startIndexer(index, (error) => logged.push(error))
  indexer.add(id)
  await expect.poll(() => logged.length).toBe(1)
  expect(indexer.waiting()).toBe(1)
  isBroken = false
  await indexer.settled()
  expect([indexer.waiting(), await count()]).toEqual([0, 1])
})

test('a failed run is tried again without another submission', async () => {
  const { registry, id, count } = await prepare()
  const logged: unknown[] = []
  const index = async (ids: string[]) => {
    if (logged.length === 0) throw new Error('The thread crashed.')
    return indexBatch(registry, ids)
  }
  const indexer = startIndexer(index, (error) => logged.push(error))
  indexer.add(id)
  await expect.poll(indexer.waiting).toBe(0)
  expect(await count()).toBe(1)
})

test('a run whose statements temporarily cannot be read is indexed later', async () => {
  const { registry, id, count } = await prepare()
  const failed: unknown[] = []
  const aside = `${registry.statements}-aside`
  renameSync(registry.statements, aside)
  writeFileSync(registry.statements, 'no directory')
  const indexer = startIndexer(
    (ids) => indexBatch(registry, ids),
    (error) => failed.push(error),
  )
  indexer.add(id)
  await expect.poll(() => failed.length).toBe(1)
  renameSync(registry.statements, `${registry.statements}-not`)
  renameSync(aside, registry.statements)
  expect(indexer.waiting()).toBe(1)
  await indexer.settled()
  expect(await count()).toBe(1)
})
