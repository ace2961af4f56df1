import { writeFileSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { documentFile } from '../store/documents.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { readSearchIndex, type SearchIndex } from './search-index.ts'

// The generated client must exist before it is imported.
await ensurePrismaClient()
const { makeSearchFile } = await import('./search-file.ts')

/** More runs than an SQLite statement may have parameters. */
const MANY = 1001

test('the search index has every run, of which there may be more than a statement can name', async () => {
  const registry = temporaryRegistry()
  for (let number = 0; number < MANY; number += 1) {
    const document = exampleRun((run) => run.notes.push({ code: 'number', text: String(number) }))
    writeFileSync(documentFile(registry, identify(document).id), toBytes(document))
  }
  await synchronizeIndex(registry)
  const index = JSON.parse(String(await makeSearchFile(registry))) as SearchIndex
  expect(readSearchIndex(index)).toHaveLength(MANY)
})
