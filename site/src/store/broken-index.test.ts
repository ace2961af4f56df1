import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import type { Registry } from './registry.ts'
import { synchronizeIndex } from './synchronize-index.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { countRuns, openReader } = await import('./queries.ts')

// These tests damage the index file. An index on a libSQL server has no such file.
delete process.env.PLIMSOLL_DATABASE_URL

test('a deleted index is rebuilt with the same content', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  const before = await readIndex(registry)
  rmSync(registry.index)
  expect((await synchronizeIndex(registry)).indexed).toBe(1)
  expect(await readIndex(registry)).toEqual(before)
})

test.each([[['-wal']], [['-wal', '-shm']]])(
  'an index whose %j were deleted while it is open is rebuilt',
  async (gone) => {
    const registry = temporaryRegistry()
    importDocument(registry, toBytes(exampleRun()))
    await synchronizeIndex(registry)
    const reader = openReader(registry)
    onTestFinished(() => reader.$disconnect())
    expect(await countRuns(reader)).toBe(1)
    for (const suffix of gone) rmSync(`${registry.index}${suffix}`)
    expect(await synchronizeIndex(registry)).toMatchObject({ indexed: 1 })
    expect(await readIndex(registry)).toHaveLength(1)
  },
)

test.each([0, 100, 4096, 8192])('an index that is damaged from byte %i on is rebuilt', async (offset) => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  const bytes = await takeIndex(registry)
  expect(bytes.length).toBeGreaterThan(offset)
  const noise = Buffer.alloc(bytes.length - offset, 'noise')
  writeFileSync(registry.index, Buffer.concat([bytes.subarray(0, offset), noise]))
  expect((await synchronizeIndex(registry)).indexed).toBe(1)
  expect(await readIndex(registry)).toHaveLength(1)
})

test('an index that lacks a table is rebuilt', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  const client = createClient({ url: `file:${registry.index}` })
  await client.execute('DROP TABLE "Run"')
  client.close()
  expect((await synchronizeIndex(registry)).indexed).toBe(1)
})

test('the error for a directory in place of the index names it and says what to do', async () => {
  const registry = temporaryRegistry()
  mkdirSync(registry.index)
  await expect(synchronizeIndex(registry)).rejects.toMatchObject({
    code: 'index-unusable',
    message: expect.stringContaining('delete index.sqlite'),
  })
})

/**
 * Merges SQLite's write-ahead log into the index file, as a normal exit does. Then removes the index file and returns
 * its bytes.
 */
async function takeIndex(registry: Registry): Promise<Buffer> {
  const client = createClient({ url: `file:${registry.index}` })
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  client.close()
  const bytes = readFileSync(registry.index)
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${registry.index}${suffix}`, { force: true })
  return bytes
}

async function readIndex(registry: Registry) {
  const reader = openReader(registry)
  try {
    return await reader.run.findMany({ include: { engines: true, benchmarks: true }, orderBy: { id: 'asc' } })
  } finally {
    await reader.$disconnect()
  }
}
