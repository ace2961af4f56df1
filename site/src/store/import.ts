import { type StoredDocument, storeDocument } from './documents.ts'
import type { Registry } from './registry.ts'
import { addFirstStatement, tierByHand } from './statements.ts'

/**
 * Takes in a document handed in by hand: stores it and states its tier. Handing it in again changes nothing; where an
 * earlier attempt was cut off between the two steps, the second is made up for. The index is the caller's to
 * synchronise. Throws like `storeDocument`.
 */
export function importDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const stored = storeDocument(registry, bytes)
  const at = new Date().toISOString()
  addFirstStatement(registry, stored.id, { kind: 'submitted', tier: tierByHand(stored.document), at })
  return stored
}
