import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Identity, identify, parseStrict, type RunDocument, readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { writeNewFile } from './durable.ts'
import type { Registry } from './registry.ts'

export interface StoredDocument extends Identity {
  document: RunDocument
  /** False where the registry held the same document already. */
  added: boolean
}

/**
 * Stores a document as it was handed in, byte for byte, durably. Storing the same document again changes nothing.
 * Throws `InvalidDocument`, and `identifier-taken` where another document has the same id.
 */
export function storeDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const { document, hash, id } = readRun(bytes)
  const added = writeNewFile(documentFile(registry, id), bytes)
  if (!added) assertSameDocument(registry, id, hash)
  return { document, hash, id, added }
}

/** The bytes as they were handed in. Throws `unknown-run`. */
export function readDocumentBytes(registry: Registry, id: string): Buffer {
  const file = documentFile(registry, id)
  if (!existsSync(file)) throw new RegistryError('unknown-run', `This registry has no run "${id}".`)
  return readFileSync(file)
}

/** A stored document. It was validated before it was stored and is not validated again. */
export function readDocument(registry: Registry, id: string): RunDocument {
  return parseStrict(readDocumentBytes(registry, id)) as unknown as RunDocument
}

/** The ids of all stored documents, sorted. */
export function listDocuments(registry: Registry): string[] {
  return readdirSync(registry.documents)
    .filter((name) => ID_FILE.test(name))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
}

const ID_FILE = /^[a-z2-7]{26}\.json$/

function documentFile(registry: Registry, id: string): string {
  return path.join(registry.documents, `${id}.json`)
}

function assertSameDocument(registry: Registry, id: string, hash: string): void {
  const stored = identify(readDocument(registry, id)).hash
  if (stored === hash) return
  throw new RegistryError(
    'identifier-taken',
    `The registry holds another document under the id ${id} (${stored}); it is kept, and this one (${hash}) is not stored.`,
  )
}
