import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Identity, identify, parseStrict, type RunDocument, readRun } from '@plimsoll/schema'
import { EXIT, RegistryError } from '../errors.ts'
import { replaceFile, writeNewFile } from './durable.ts'
import type { Registry } from './registry.ts'
import { isRegularFile } from './regular-file.ts'
import { isDeleted, readStatements } from './statements.ts'

export interface StoredDocument extends Identity {
  document: RunDocument
  /** False where the registry held the same document already. */
  added: boolean
}

/**
 * Stores a document as it was handed in, byte for byte, durably. Storing the same document again changes nothing, but
 * puts right a stored file that no longer is what its name says. Throws `InvalidDocument`, `id-conflict` where
 * another document has the same id, `deleted-run` where this one was taken out for good, and `damaged-statements` where
 * that cannot be told.
 * @param run what `readRun` makes of the bytes, where that is known
 */
export function storeDocument(registry: Registry, bytes: Uint8Array, run = readRun(bytes)): StoredDocument {
  const { document, hash, id } = run
  if (isDeleted(readStatements(registry, id))) {
    throw new RegistryError('deleted-run', `The run ${id} was taken out of this registry for good; it is not stored.`)
  }
  const file = documentFile(registry, id)
  const added = writeNewFile(file, bytes)
  if (!added) keepOrRepair(file, bytes, { id, hash })
  return { document, hash, id, added }
}

/** The bytes as they were handed in. Throws `unknown-run` and `damaged-document`. */
export function readDocumentBytes(registry: Registry, id: string): Buffer {
  return readStored(registry, id).bytes
}

/**
 * A stored document. It was validated before it was stored and is not validated again.
 * Throws `unknown-run` and `damaged-document`.
 */
export function readDocument(registry: Registry, id: string): RunDocument {
  return readStored(registry, id).document
}

/** The ids of all stored documents, sorted. */
export function listDocuments(registry: Registry): string[] {
  return listDocumentFiles(registry)
    .map(idOfFile)
    .filter((id) => id !== null)
}

/** The names of all files that should be documents, sorted. In a registry that is a git repository anybody may add one. */
export function listDocumentFiles(registry: Registry): string[] {
  return readdirSync(registry.documents)
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
}

/** The id that a file's name claims; null where the name is not one of a stored document. */
export function idOfFile(name: string): string | null {
  return /^([a-z2-7]{26})\.json$/.exec(name)?.[1] ?? null
}

/** Where the document of an id is, or would be. */
export function documentFile(registry: Registry, id: string): string {
  return path.join(registry.documents, `${id}.json`)
}

/**
 * Bytes and document. Nothing is shown under an id that is not its own: every reader comes through here.
 * Throws `unknown-run` and `damaged-document`.
 */
export function readStored(registry: Registry, id: string): { bytes: Buffer; document: RunDocument } {
  const file = documentFile(registry, id)
  if (!existsSync(file)) throw new RegistryError('unknown-run', `This registry has no run "${id}".`)
  const stored = identifyFile(file)
  if (stored?.id === id) return stored
  throw new RegistryError(
    'damaged-document',
    `${file} was changed after it was stored: its content no longer has the id in its name. Import the true document again, or take the file out of the registry.`,
    EXIT.environment,
  )
}

/** null where there is no document in it at all. */
function identifyFile(file: string): (Identity & { bytes: Buffer; document: RunDocument }) | null {
  if (!isRegularFile(file)) return null
  const bytes = readFileSync(file)
  try {
    const document = parseStrict(bytes) as unknown as RunDocument
    return { ...identify(document), bytes, document }
  } catch {
    return null
  }
}

function keepOrRepair(file: string, bytes: Uint8Array, { id, hash }: Identity): void {
  const stored = identifyFile(file)
  if (stored?.hash === hash) return
  if (stored?.id !== id) {
    replaceFile(file, bytes)
    return
  }
  throw new RegistryError(
    'id-conflict',
    `The registry holds another document under the id ${id} (${stored.hash}); it is kept, and this one (${hash}) is not stored.`,
  )
}
