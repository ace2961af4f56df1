import { cpSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeDataFiles } from '../data/data-files.ts'
import { listFiles } from '../site-build/list-files.ts'
import { directoryOfTests, exampleRun, TEMPLATE, temporaryDirectory, temporaryRegistry, toBytes } from '../testing.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import type { Registry } from './registry.ts'
import { freePort, hasSqld, nameDatabase, nameNoDatabase, startSqld, type TestDatabase } from './sqld-testing.ts'
import { synchronizeIndex } from './synchronize-index.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { openReader } = await import('./queries.ts')

/** The number of runs of this test. With eight benchmarks each, they have more rows than one request fetches. */
const RUNS = 260

afterEach(nameNoDatabase)

test.each([
  'postgres://127.0.0.1/plimsoll',
  'file:/tmp/index.sqlite',
  'nothing',
  'https://user:secret@database.example/',
  'libsql://database.example/?authToken=secret',
])('%s names no server, and the sentence that says so has no secret in it', (url) => {
  nameDatabase(url)
  expect(() => temporaryRegistry()).toThrow(expect.objectContaining({ code: 'bad-database-url' }))
  expect(() => temporaryRegistry()).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }))
})

test('the error for an unreachable server names it and says what to do', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  nameDatabase(url, 'a-secret')
  const error = await synchronizeIndex(temporaryRegistry()).catch((error) => error)
  expect(error).toMatchObject({ code: 'index-unusable' })
  expect(error.message).toMatch(new RegExp(`^The index on ${url} cannot be used \\((?!.*a-secret).*ECONNREFUSED`))
  expect(error.message).toContain('Check that the server is running')
  expect(error.message).toContain('set PLIMSOLL_DATABASE_URL to an empty database, and the index is rebuilt there')
})

describe.skipIf(!hasSqld)('on a libSQL server that requires a token, an index', () => {
  const { directory, remove } = directoryOfTests()
  let database: TestDatabase

  beforeAll(async () => {
    database = await startSqld(directory)
  })
  afterAll(async () => {
    await database.stop()
    remove()
  })

  test('has the same content as one in a file', async () => {
    const inFile = temporaryRegistry()
    nameDatabase(database.url, database.token)
    const onServer = temporaryRegistry()
    expect(onServer.database).toBe(database.url)
    await synchronizeIndex(onServer) // removes the runs that another test left on the server
    addRuns(inFile)
    for (const folder of ['documents', 'statements'] as const) {
      cpSync(inFile[folder], onServer[folder], { recursive: true, preserveTimestamps: true })
    }
    for (const registry of [inFile, onServer]) expect((await synchronizeIndex(registry)).indexed).toBe(RUNS)
    expect(existsSync(onServer.index)).toBe(false)
    expect(await read(onServer)).toEqual(await read(inFile))
    const [copy, original] = [temporaryDirectory(), temporaryDirectory()]
    await writeDataFiles(onServer, TEMPLATE, copy)
    await writeDataFiles(inFile, TEMPLATE, original)
    expect(listFiles(copy)).toEqual(listFiles(original))
    for (const name of listFiles(original)) {
      expect(readFileSync(path.join(copy, name)).equals(readFileSync(path.join(original, name))), name).toBe(true)
    }
    expect((await synchronizeIndex(onServer)).indexed).toBe(0)
    await synchronizeIndex(temporaryRegistry())
    expect(await read(onServer)).toEqual([])
  })

  test.each(['', 'wrong'])('cannot be read with the token "%s"', async (wrong) => {
    nameDatabase(database.url, wrong)
    await expect(synchronizeIndex(temporaryRegistry())).rejects.toMatchObject({
      code: 'index-unusable',
      message: expect.stringContaining('PLIMSOLL_DATABASE_TOKEN'),
    })
  })
})

function addRuns(registry: Registry): void {
  for (let number = 0; number < RUNS; number += 1) {
    importDocument(registry, toBytes(exampleRun((run) => run.notes.push({ code: 'number', text: String(number) }))))
  }
}

async function read(registry: Registry): Promise<unknown[]> {
  const reader = openReader(registry)
  try {
    const runs = await reader.run.findMany({ include: { engines: true, benchmarks: true }, orderBy: { id: 'asc' } })
    // A copied file's time can differ by a rounding error.
    return runs.map(({ storedModified: _, statementsModified: __, bundleModified: ___, ...run }) => run)
  } finally {
    await reader.$disconnect()
  }
}
