import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { ensureClient } from './generate-client.ts'
import { importDocument } from './import.ts'
import type { Registry } from './registry.ts'
import { addStatement } from './statements.ts'
import { synchronizeIndex } from './synchronize.ts'

// The generated client must be there before it is imported.
await ensureClient()
const { latestRuns, openReader, runIds } = await import('./queries.ts')

test('the index says of each run, engine and cell what the document says', async () => {
  const registry = temporaryRegistry()
  const { id, hash } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  const [run, ...others] = await readIndex(registry)
  expect(others).toEqual([])
  expect(run).toMatchObject({
    id,
    hash,
    suite: 'quick',
    osName: 'Debian GNU/Linux',
    tier: 'self-reported',
    cellCount: 8,
  })
  expect(run?.engines).toMatchObject([{ name: 'docker', product: 'Docker Engine', version: '28.0.0' }])
  const native = exampleRun().cells[0]
  const times = (native?.samples ?? []).filter(({ warmup }) => !warmup).map(({ values }) => Number(values.duration))
  expect(run?.cells[0]).toMatchObject({
    scenario: 'native',
    n: 3,
    minimum: Math.min(...times),
    isPrimary: true,
    ratio: null,
  })
  expect(run?.cells[0]?.mean).toBeCloseTo(times.reduce((a, b) => a + b) / 3, 3)
})

test('a deleted index is made again, the same as before', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  const before = await readIndex(registry)
  rmSync(registry.index)
  expect(await synchronizeIndex(registry)).toBe(1)
  expect(await readIndex(registry)).toEqual(before)
})

test('an index that is no database is thrown away and made again', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  writeFileSync(
    registry.index,
    'this is no database, and long enough to be read as the header of one, more or less '.repeat(10),
  )
  expect(await synchronizeIndex(registry)).toBe(1)
  expect(await readIndex(registry)).toHaveLength(1)
})

test('an index that is up to date is left alone', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  expect(await synchronizeIndex(registry)).toBe(1)
  expect(await synchronizeIndex(registry)).toBe(0)
})

test('a new statement changes the tier in the index', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  addStatement(registry, id, { kind: 'submitted', tier: 'transcribed', at: '2026-01-01T00:00:00.000Z' })
  await synchronizeIndex(registry)
  expect(await readIndex(registry)).toMatchObject([{ id, tier: 'transcribed' }])
})

test('a document that is gone is gone from the index, with its engines and cells', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  rmSync(path.join(registry.documents, `${id}.json`))
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  expect([await reader.run.count(), await reader.engine.count(), await reader.cell.count()]).toEqual([0, 0, 0])
  await reader.$disconnect()
})

test('lists show the newest run first, and runs are found by their hash', async () => {
  const registry = temporaryRegistry()
  const older = importDocument(registry, toBytes(exampleRun()))
  const newer = importDocument(
    registry,
    toBytes(
      exampleRun((run) => {
        run.startedAt = '2026-01-01T00:00:00Z'
        run.finishedAt = '2026-01-01T00:01:00Z'
      }),
    ),
  )
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  expect((await latestRuns(reader, 5)).map(({ id }) => id)).toEqual([newer.id, older.id])
  expect(await latestRuns(reader, 1)).toHaveLength(1)
  expect(await runIds(reader, [older.hash, 'sha256:none'])).toEqual({ [older.hash]: older.id })
  await reader.$disconnect()
})

async function readIndex(registry: Registry) {
  const reader = openReader(registry)
  try {
    return await reader.run.findMany({ include: { engines: true, cells: true }, orderBy: { id: 'asc' } })
  } finally {
    await reader.$disconnect()
  }
}
