import { closeSync, copyFileSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listDocuments } from '../store/documents.ts'
import { removeIndexFile, withIndex } from '../store/index-database.ts'
import { openReader } from '../store/queries.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { deleteRun } from '../store/withdraw-supersede-delete.ts'
import { directoryOfTests, temporaryRegistry } from '../testing.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'
import { synchronizeOnThread, watchIndex } from './watch-index.ts'

// The file of the index is damaged in every way while the server runs. The documents are untouched.

// One server for all tests: a start takes two seconds of processor time. Each test repairs the index for the next.

const { directory, remove } = directoryOfTests()
let server: TestServer
let submitted = 0
beforeAll(async () => {
  server = await startServer(directory, { checkIndexAfter: 1 })
  for (let number = 0; number < 3; number += 1) await submit()
})
beforeEach(async () => {
  await expect.poll(listed).toBe(submitted)
  await expect.poll(health).toBe(200)
  server.logged.length = 0
  // Move everything from the write-ahead log to the file, so that damage to the file matters.
  await withIndex(server.registry, (client) => client.execute('PRAGMA wal_checkpoint(TRUNCATE)'))
})
afterAll(async () => {
  await server.stop()
  remove()
})

async function submit(): Promise<void> {
  const text = String(submitted)
  const document = runOfWorkflow(({ notes }) => notes.push({ code: 'number', text }))
  expect((await server.submit(document)).status).toBe(201)
  submitted += 1
}

/** Returns the number of runs in the list; the status if the list has none. */
async function listed(): Promise<number> {
  const response = await fetch(`${server.address}/api/v1/runs`)
  return response.ok ? ((await response.json()) as { runs: unknown[] }).runs.length : -response.status
}

const health = async () => (await fetch(`${server.address}/healthz`)).status

function overwriteIndex(): void {
  const { index } = server.registry
  const file = openSync(index, 'r+')
  writeSync(file, Buffer.alloc(statSync(index).size, 'x'), 0)
  closeSync(file)
}

test.each<[string, () => void]>([
  ['deleted', () => removeIndexFile(server.registry)],
  ['truncated to nothing', () => truncateSync(server.registry.index, 0)],
  ['truncated in the middle', () => truncateSync(server.registry.index, 5000)],
  ['overwritten', overwriteIndex],
])('an index that is %s is noticed, and lists all runs again', async (_, damage) => {
  damage()
  await submit()
  // Less than the time for which a connection waits for a lock.
  await expect.poll(listed).toBe(submitted)
  await expect.poll(health).toBe(200)
  await expect.poll(() => server.logged.filter(({ event }) => event === 'index-repaired').length).toBeGreaterThan(0)
})

test('an older copy in place of the index gets the missing runs again', async () => {
  const { index } = server.registry
  const copies = ['', '-wal', '-shm'].map((suffix) => {
    copyFileSync(`${index}${suffix}`, `${index}.copy${suffix}`)
    return [`${index}.copy${suffix}`, `${index}${suffix}`] as const
  })
  await submit()
  await expect.poll(listed).toBe(submitted)
  for (const [copy, original] of copies) copyFileSync(copy, original)
  await expect.poll(listed).toBe(submitted)
  expect(await health()).toBe(200)
})

test('an index whose file is missing is not whole until it is repaired', async () => {
  const registry = temporaryRegistry()
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  const mayRepair = Promise.withResolvers<void>()
  const watch = watchIndex(registry, reader, {
    synchronize: () => mayRepair.promise.then(() => synchronizeOnThread(registry)),
    isBehind: () => false,
    log: () => {},
    pause: 1_000_000,
  })
  expect(await watch.isWhole()).toBe(true)
  rmSync(registry.index)
  await expect.poll(() => watch.isWhole()).toBe(false)
  mayRepair.resolve()
  await expect.poll(() => watch.isWhole()).toBe(true)
  await watch.stop()
  await reader.$disconnect()
})

test('a check waits while large runs are being indexed, except of a damaged index', async () => {
  const registry = temporaryRegistry()
  await synchronizeIndex(registry)
  const reader = openReader(registry)
  let [isBehind, checks] = [true, 0]
  const watch = watchIndex(registry, reader, {
    synchronize: () => {
      checks += 1
      return synchronizeOnThread(registry)
    },
    isBehind: () => isBehind,
    log: () => {},
    pause: 1,
  })
  await setTimeout(100)
  expect(checks).toBe(0)
  rmSync(registry.index)
  await expect.poll(() => checks).toBe(1)
  isBehind = false
  await expect.poll(() => checks).toBeGreaterThan(1)
  await watch.stop()
  await reader.$disconnect()
})

test('a run that the operator deletes is no damage', async () => {
  const [first = ''] = listDocuments(server.registry)
  deleteRun(server.registry, first, 'it names a person')
  await synchronizeIndex(server.registry)
  for (let time = 0; time < 30; time += 1) {
    expect(await health()).toBe(200)
    await setTimeout(100)
  }
  submitted -= 1
  expect(await listed()).toBe(submitted)
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
})
