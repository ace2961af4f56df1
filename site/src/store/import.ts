import { readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { type StoredDocument, storeDocument } from './documents.ts'
import type { Registry } from './registry.ts'
import { rejectFutureStart } from './start-time.ts'
import { addFirstStatement, submittedLevelOf } from './statements.ts'

/**
 * Imports a manually submitted document: stores the document and adds a statement with its provenance level. Repeating
 * the call completes an import that was interrupted between these two steps, and otherwise changes nothing. The caller
 * must synchronize the index. Throws the same errors as `storeDocument` and `rejectFutureStart`.
 */
export function importDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const now = new Date()
  const run = readRun(bytes)
  rejectFutureStart(run.document, now.getTime())
  const stored = storeDocument(registry, bytes, run)
  const at = now.toISOString()
  addFirstStatement(registry, stored.id, { kind: 'submitted', level: submittedLevelOf(stored.document), at })
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
