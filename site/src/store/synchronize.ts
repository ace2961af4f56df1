import { ANALYSIS_VERSION, identify } from '@plimsoll/schema'
import { listDocuments, readDocument } from './documents.ts'
import { openIndex, readIndexed, replaceRuns } from './index-database.ts'
import { type IndexRows, indexRows } from './index-rows.ts'
import type { Registry } from './registry.ts'
import { readStatements, statementBytes } from './statements.ts'

const RUNS_PER_TRANSACTION = 200

/**
 * Makes the index say what documents and statements say: adds what is missing, removes what is gone, derives again what
 * was derived from fewer statements or by another analysis. An index that was deleted is made again whole.
 * Returns how many runs were (re-)indexed. @param onProgress called with runs done and runs to do
 */
export async function synchronizeIndex(
  registry: Registry,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<number> {
  const client = await openIndex(registry)
  try {
    const indexed = await readIndexed(client)
    const stored = listDocuments(registry)
    const stale = stored.filter((id) => {
      const row = indexed.get(id)
      return row?.analysisVersion !== ANALYSIS_VERSION || row.statementBytes !== statementBytes(registry, id)
    })
    const present = new Set(stored)
    const gone = [...indexed.keys()].filter((id) => !present.has(id))
    if (gone.length > 0) await replaceRuns(client, gone, [])
    for (let start = 0; start < stale.length; start += RUNS_PER_TRANSACTION) {
      const chunk = stale.slice(start, start + RUNS_PER_TRANSACTION)
      await replaceRuns(
        client,
        chunk,
        chunk.map((id) => rowsOf(registry, id)),
      )
      onProgress(start + chunk.length, stale.length)
    }
    return stale.length
  } finally {
    client.close()
  }
}

function rowsOf(registry: Registry, id: string): IndexRows {
  const document = readDocument(registry, id)
  return indexRows({
    id,
    hash: identify(document).hash,
    document,
    statements: readStatements(registry, id),
    statementBytes: statementBytes(registry, id),
  })
}
