import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { ensurePrismaClient } from './generate-prisma-client.ts'
import { importDocument } from './import.ts'
import { synchronizeIndex } from './synchronize-index.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { openReader } = await import('./queries.ts')
const { suiteNames } = await import('./queries-names.ts')

/**
 * A program that locks the file named by its argument against all other connections, prints that it did, and ends after
 * half a second.
 */
const LOCKING = `
const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
database.exec('PRAGMA locking_mode = EXCLUSIVE; UPDATE "Run" SET "suite" = "suite"')
console.log('locked')
setTimeout(() => database.close(), 500)`

test('a reader waits while another process locks the index', async () => {
  const registry = temporaryRegistry()
  importDocument(registry, toBytes(exampleRun()))
  await synchronizeIndex(registry)
  const copy = `${registry.index}-copy`
  for (const suffix of ['', '-wal']) copyFileSync(`${registry.index}${suffix}`, `${copy}${suffix}`)
  const other = spawn(process.execPath, ['-e', LOCKING, copy], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')

  const reader = openReader({ ...registry, database: `file:${copy}` })
  expect(await suiteNames(reader)).toEqual(['quick'])
  await reader.$disconnect()
})
