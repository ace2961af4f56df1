import { ANALYSIS_VERSION, identify } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { listDocuments, readDocument } from './documents.ts'
import { readIndexed, replaceRuns, withIndex } from './index-database.ts'
import { type IndexRows, indexRows } from './index-rows.ts'
import type { Registry } from './registry.ts'
import { readStatements, statementBytes } from './statements.ts'

const RUNS_PER_TRANSACTION = 200

/**
 * Makes the index say what documents and statements say: adds what is missing, removes what is gone, derives again what
 * was derived from fewer statements or by another analysis. An index that was deleted or is broken is made again whole.
 * Returns how many runs were (re-)indexed. Throws `damaged-document`, when everything else is indexed, and
 * `index-unusable`. @param onProgress called with runs done and runs to do
 */
export async function synchronizeIndex(
  registry: Registry,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<number> {
  return withIndex(registry, async (client) => {
    const indexed = await readIndexed(client)
    const stored = listDocuments(registry)
    const stale = stored.filter((id) => {
      const row = indexed.get(id)
      return row?.analysisVersion !== ANALYSIS_VERSION || row.statementBytes !== statementBytes(registry, id)
    })
    const present = new Set(stored)
    const gone = [...indexed.keys()].filter((id) => !present.has(id))
    if (gone.length > 0) await replaceRuns(client, gone, [])
    const damaged: RegistryError[] = []
    for (let start = 0; start < stale.length; start += RUNS_PER_TRANSACTION) {
      const chunk = stale.slice(start, start + RUNS_PER_TRANSACTION)
      await replaceRuns(
        client,
        chunk,
        chunk.flatMap((id) => rowsUnlessDamaged(registry, id, damaged)),
      )
      onProgress(start + chunk.length, stale.length)
    }
    if (damaged[0] !== undefined) throw damaged[0]
    return stale.length
  })
}

/** One damaged document does not keep the others out of the index. */
function rowsUnlessDamaged(registry: Registry, id: string, damaged: RegistryError[]): IndexRows[] {
  try {
    return [rowsOf(registry, id)]
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    damaged.push(error)
    return []
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
