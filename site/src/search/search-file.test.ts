import { writeFileSync } from 'node:fs'
import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { documentFile } from '../store/documents.ts'
import { ensurePrismaClient } from '../store/generate-prisma-client.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import type { SearchIndex } from './search-index.ts'

// The generated Prisma client must exist before it is imported.
await ensurePrismaClient()
const { makeSearchFile } = await import('./search-file.ts')

/** The number of runs, greater than the number of parameters that an SQLite statement may have. */
const MANY = 1001

// Storing this many runs takes longer than all other tests of the search.
test.runIf(process.env.PLIMSOLL_TEST === 'full')(
  'the search index has every run, even if there are more than an SQL statement may have parameters',
  async () => {
    const registry = temporaryRegistry()
    for (let number = 0; number < MANY; number += 1) {
      const document = exampleRun((run) => run.notes.push({ code: 'number', text: String(number) }))
      writeFileSync(documentFile(registry, identify(document).id), toBytes(document))
    }
    await synchronizeIndex(registry)
    const index = JSON.parse(String(await makeSearchFile(registry))) as SearchIndex
    expect(index.runs).toHaveLength(MANY)
  },
)
