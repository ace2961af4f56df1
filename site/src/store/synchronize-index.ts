import path from 'node:path'
import { trustDigest } from '../provenance/trust.ts'
import { bundleFile, idOfFile, listDocumentFiles } from './documents.ts'
import { fileStatus } from './durable-files.ts'
import { collectRows, type IndexEntry, readIndexEntries, replaceRuns, withIndex } from './index-database.ts'
import type { IndexRows } from './index-rows.ts'
import { type DocumentFault, readManyForIndex, statementFaults } from './read-for-index.ts'
import type { Registry } from './registry.ts'
import { examineStatements, listRunsWithStatements, statementStatus } from './statements.ts'

/** The content of a registry after its index was synchronized. */
export interface SyncResult {
  /** The number of runs that were added to the index or indexed again. */
  indexed: number
  /** The hash of the stored bytes of each run, by the run's id. */
  runs: Map<string, string>
  /** The errors of the files that are not valid runs, sorted by path. The index leaves out these files. */
  faults: DocumentFault[]
}

/**
 * Synchronizes the index with documents and statements. Adds missing runs, removes deleted ones, and derives the rows
 * of a run again if its bytes, its statements, what the registry trusts or the analysis version changed. A missing or broken index is rebuilt.
 * @param onProgress called with the number of runs done and the number of runs to do
 * @throws RegistryError `index-unusable`
 */
export async function synchronizeIndex(
  registry: Registry,
  onProgress: (done: number, total: number) => unknown = () => {},
): Promise<SyncResult> {
  return withIndex(registry, async (client) => {
    const entries = await readIndexEntries(client)
    const { unchanged, stale } = sortFiles(registry, entries)
    const gone = [...entries.keys()].filter((id) => !unchanged.has(id))
    const faults = faultsOfDeletedRuns(registry)
    const runs = new Map(unchanged)
    if (gone.length > 0) await replaceRuns(client, gone, [])
    const collector = collectRows((rows) => replaceRuns(client, [], rows))
    let done = 0
    await readManyForIndex(registry, stale, async (results) => {
      const rows = results.flatMap(({ rows }) => rows ?? [])
      faults.push(...results.flatMap((result) => result.faults))
      for (const { id, stored } of rows.map(nameOf)) runs.set(id, stored)
      await collector.add(rows)
      done += results.length
      await onProgress(done, stale.length)
    })
    await collector.flush()
    return { indexed: runs.size - unchanged.size, runs, faults: faults.sort(byFile) }
  })
}

/**
 * Returns the runs whose index rows are current, with the hash of their bytes, and the names of the files to read. As
 * in git, a file with the recorded size and modification time counts as unchanged: reading a million files would take
 * minutes.
 */
function sortFiles(
  registry: Registry,
  entries: Map<string, IndexEntry>,
): { unchanged: Map<string, string>; stale: string[] } {
  const trust = trustDigest(registry)
  const unchanged = new Map<string, string>()
  const stale: string[] = []
  for (const name of listDocumentFiles(registry)) {
    const id = idOfFile(name)
    const row = id === null ? undefined : entries.get(id)
    const file = row && fileStatus(path.join(registry.documents, name))
    const statementsFile = statementStatus(registry, id ?? '')
    const bundle = fileStatus(bundleFile(registry, id ?? ''))
    const same =
      row !== undefined &&
      file?.size === row.storedSize &&
      file.modified === row.storedModified &&
      row.statementsSize === statementsFile.size &&
      row.statementsModified === statementsFile.modified &&
      row.bundleSize === bundle.size &&
      row.bundleModified === bundle.modified &&
      // The registry may trust another root by now, or have another address.
      (row.trust === '' || row.trust === trust) &&
      // A fault is said after each synchronization.
      row.bundleFault === null
    if (same && id !== null) unchanged.set(id, row.storedHash)
    else stale.push(name)
  }
  return { unchanged, stale }
}

/** Checks the statements of deleted runs too, because these statements keep the runs from being stored again. */
function faultsOfDeletedRuns(registry: Registry): DocumentFault[] {
  const withDocument = new Set(listDocumentFiles(registry).map(idOfFile))
  return listRunsWithStatements(registry)
    .filter((id) => !withDocument.has(id))
    .flatMap((id) => statementFaults(registry, id, examineStatements(registry, id).faults))
}

function nameOf({ Run: [run] }: IndexRows): { id: string; stored: string } {
  return { id: String(run?.id), stored: String(run?.storedHash) }
}

function byFile(a: DocumentFault, b: DocumentFault): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : 0
}
