import { readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { refuseFuture } from './began.ts'
import { type StoredDocument, storeDocument } from './documents.ts'
import type { Registry } from './registry.ts'
import { addFirstStatement, submittedLevelOf } from './statements.ts'

/**
 * Takes in a document handed in by hand: stores it and states its level. Handing it in again changes nothing; where an
 * earlier attempt was cut off between the two steps, the second is made up for. The index is the caller's to
 * synchronise. Throws like `storeDocument` and `refuseFuture`.
 */
export function importDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const now = new Date()
  const run = readRun(bytes)
  refuseFuture(run.document, now.getTime())
  const stored = storeDocument(registry, bytes, run)
  const at = now.toISOString()
  addFirstStatement(registry, stored.id, { kind: 'submitted', level: submittedLevelOf(stored.document), at })
  return stored
}

/** Takes in documents that ship; not those that were taken out of this registry, or of which nobody knows whether. */
export function importShipped(registry: Registry, documents: Uint8Array[]): void {
  for (const bytes of documents) {
    try {
      importDocument(registry, bytes)
    } catch (error) {
      const leftOut = error instanceof RegistryError && /^(deleted-run|damaged-statements)$/.test(error.code)
      if (!leftOut) throw error
    }
  }
}
