import { existsSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { documentFile, readDocument, rejectFutureTimes, type StoredDocument, storeDocument } from './documents.ts'
import { readIndexEntries, withIndex } from './index-database.ts'
import type { Registry } from './registry.ts'
import { assertRepeats, findRepeated, recordReplication } from './replications.ts'
import { sha256 } from './sha256.ts'
import { addFirstStatement, submittedLevelOf } from './statements.ts'

/**
 * Imports a manually submitted document: stores the document and adds a statement with its provenance level. If the
 * document repeats a run of this registry, that run gets a statement too. Repeating the call completes an import that was
 * interrupted between these steps, and otherwise changes nothing. The caller must synchronize the index. Throws the same
 * errors as `storeDocument`, `assertRepeats` and `rejectFutureTimes`.
 */
export function importDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const now = new Date()
  const run = readRun(bytes)
  rejectFutureTimes(run.document, now.getTime())
  const repeated = assertRepeats(registry, run)
  const stored = storeDocument(registry, bytes, run)
  const at = now.toISOString()
  addFirstStatement(registry, stored.id, { kind: 'submitted', level: submittedLevelOf(stored.document), at })
  recordReplication(registry, stored, repeated, at)
  return stored
}

/**
 * Records the replications among imported runs whose originals were imported after them.
 * @param ids the imported runs that name a run that they repeat
 */
export function recordReplications(registry: Registry, ids: readonly string[]): void {
  const at = new Date().toISOString()
  for (const id of ids) {
    const run = { id, document: readDocument(registry, id) }
    recordReplication(registry, run, findRepeated(registry, run), at)
  }
}

/**
 * Whether a registry and its index have all of these documents. Reading the index takes milliseconds; parsing the documents
 * that ship with the project, to import them once more, takes more than a second.
 */
export async function hasDocuments(registry: Registry, documents: Uint8Array[]): Promise<boolean> {
  const missing = new Set(documents.map(sha256))
  for (const [id, { storedHash }] of await withIndex(registry, readIndexEntries))
    if (missing.has(storedHash) && existsSync(documentFile(registry, id))) missing.delete(storedHash)
  return missing.size === 0
}

/**
 * Imports the documents that ship with the project. Leaves out those that were deleted from this registry and those
 * whose statements are damaged.
 */
export function importShipped(registry: Registry, documents: Uint8Array[]): void {
  const repeats: string[] = []
  for (const bytes of documents) {
    try {
      const { id, document } = importDocument(registry, bytes)
      if (document.replicates) repeats.push(id)
    } catch (error) {
      const isSkipped = error instanceof RegistryError && /^(deleted-run|damaged-statements)$/.test(error.code)
      if (!isSkipped) throw error
    }
  }
  recordReplications(registry, repeats)
}
