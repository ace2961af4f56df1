import { readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { type StoredDocument, storeDocument } from './documents.ts'
import type { Registry } from './registry.ts'
import { assertRepeats, recordReplication } from './replications.ts'
import { rejectFutureStart } from './start-time.ts'
import { addFirstStatement, provenanceLevelOf, readStatements, submittedLevelOf } from './statements.ts'

/**
 * Imports a manually submitted document: stores the document and adds a statement with its provenance level. If the
 * document repeats a run of this registry, that run gets a statement too. Repeating the call completes an import that was
 * interrupted between these steps, and otherwise changes nothing. The caller must synchronize the index. Throws the same
 * errors as `storeDocument`, `assertRepeats` and `rejectFutureStart`.
 */
export function importDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const now = new Date()
  const run = readRun(bytes)
  rejectFutureStart(run.document, now.getTime())
  assertRepeats(registry, run.document)
  const stored = storeDocument(registry, bytes, run)
  const at = now.toISOString()
  addFirstStatement(registry, stored.id, { kind: 'submitted', level: submittedLevelOf(stored.document), at })
  recordReplication(registry, stored, provenanceLevelOf(stored.document, readStatements(registry, stored.id)), at)
  return stored
}

/**
 * Imports the documents that ship with the project. Leaves out those that were deleted from this registry and those
 * whose statements are damaged.
 */
export function importShipped(registry: Registry, documents: Uint8Array[]): void {
  for (const bytes of documents) {
    try {
      importDocument(registry, bytes)
    } catch (error) {
      const isSkipped = error instanceof RegistryError && /^(deleted-run|damaged-statements)$/.test(error.code)
      if (!isSkipped) throw error
    }
  }
}
