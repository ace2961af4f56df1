import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import {
  canonicalize,
  type Identity,
  identifyCanonical,
  parseStrict,
  RUN_ID,
  type RunDocument,
  readRun,
} from '@plimsoll/schema'
import { readDocumentFile } from '@plimsoll/schema/node'
import { EXIT, RegistryError } from '../errors.ts'
import { isRegularFile, replaceFile, writeNewFile } from './durable-files.ts'
import type { Registry } from './registry.ts'
import { isDeleted, readStatements, type Statement } from './statements.ts'

export interface StoredDocument extends Identity {
  document: RunDocument
  /** Whether the document was added; false if the registry already had it. */
  added: boolean
}

/**
 * Stores the submitted bytes of a document unchanged and durably (so that they survive a power failure). Storing the
 * same document again changes nothing, but repairs a stored file that no longer matches its name.
 * @param run the result of `readRun` for these bytes, if already known
 * @throws InvalidDocument; RegistryError `id-conflict` if another document has the same id, `deleted-run` if this
 * document was permanently deleted, `damaged-statements` if the statements, which would say so, are damaged
 */
export function storeDocument(registry: Registry, bytes: Uint8Array, run = readRun(bytes)): StoredDocument {
  const { document, hash, id } = run
  assertNotDeleted(registry, id)
  const file = documentFile(registry, id)
  const added = writeNewFile(file, bytes)
  if (!added) keepOrRepair(file, bytes, { id, hash })
  return { document, hash, id, added }
}

/** Returns the statements about a document. @throws RegistryError `deleted-run`, `damaged-statements` */
export function assertNotDeleted(registry: Registry, id: string): Statement[] {
  const statements = readStatements(registry, id)
  if (!isDeleted(statements)) return statements
  throw new RegistryError(
    'deleted-run',
    `Run ${id} was permanently deleted from this registry and cannot be stored again.`,
  )
}

/**
 * Returns a stored document. The document was validated before it was stored, so it is not validated again.
 * @throws RegistryError `unknown-run`, `damaged-document`
 */
export function readDocument(registry: Registry, id: string): RunDocument {
  return readStored(registry, id).document
}

/** Returns the ids of all stored documents, sorted. */
export function listDocuments(registry: Registry): string[] {
  return listDocumentFiles(registry)
    .map(idOfFile)
    .filter((id) => id !== null)
}

/**
 * Returns the names of all files that should be documents, sorted. If the registry is a git repository, anyone may
 * propose such a file.
 */
export function listDocumentFiles(registry: Registry): string[] {
  return readdirSync(registry.documents)
    .filter((name) => name.endsWith('.json') && !name.endsWith(BUNDLE_SUFFIX) && !name.startsWith('.'))
    .sort()
}

/** Returns the id in a file's name; null if the name is not that of a stored document. */
export function idOfFile(name: string): string | null {
  return /^([a-z2-7]{26})\.json$/.exec(name)?.[1] ?? null
}

/** Returns the path of a document, whether or not it exists. */
export function documentFile(registry: Registry, id: string): string {
  return path.join(registry.documents, `${id}.json`)
}

/** The end of the name of a Sigstore bundle beside a document. */
export const BUNDLE_SUFFIX = '.sigstore.json'

/** Returns the path of the Sigstore bundle that signs a document, whether or not it exists. */
export function bundleFile(registry: Registry, id: string): string {
  return path.join(registry.documents, `${id}${BUNDLE_SUFFIX}`)
}

/** Returns the ids in the names of all bundles, with or without their documents. */
export function listBundles(registry: Registry): string[] {
  return readdirSync(registry.documents)
    .filter((name) => name.endsWith(BUNDLE_SUFFIX) && !name.startsWith('.'))
    .map((name) => name.slice(0, -BUNDLE_SUFFIX.length))
}

/** A stored document with its bytes as they were submitted, and its canonical JSON. */
interface StoredFile extends Identity {
  bytes: Buffer
  document: RunDocument
  canonical: string
}

/**
 * Returns a stored document. All readers use this function, because it refuses a document whose id differs from the name
 * of its file.
 * @throws RegistryError `unknown-run`, `damaged-document`
 */
export function readStored(registry: Registry, id: string): StoredFile {
  const file = documentFile(registry, id)
  // Another text than an id could be the path of a file elsewhere.
  if (!RUN_ID.test(id) || lstatSync(file, { throwIfNoEntry: false }) === undefined) throw unknownRun(id)
  const stored = identifyFile(file)
  if (stored?.id === id) return stored
  throw new RegistryError(
    'damaged-document',
    `${file} was changed after it was stored: its content no longer matches the id in its name. Import the original document again, or remove the file from the registry.`,
    EXIT.environment,
  )
}

/** Returns the error for an id that no run of the registry has. */
export function unknownRun(id: string): RegistryError {
  const hint = RUN_ID.test(id) ? '' : ' Give the whole id, 26 letters and digits, as in the address of the run’s page.'
  return new RegistryError('unknown-run', `Run "${id}" not found in this registry.${hint}`)
}

/** Parses a file. Returns null if the file does not contain a document. */
function identifyFile(file: string): StoredFile | null {
  if (!isRegularFile(file)) return null
  const bytes = readDocumentFile(file)
  try {
    const document = parseStrict(bytes) as unknown as RunDocument
    const canonical = canonicalize(document)
    return { ...identifyCanonical(canonical), bytes, document, canonical }
  } catch {
    return null
  }
}

/**
 * Repairs a stored file that no longer matches its name.
 * @param bytes the document that it should hold
 * @throws RegistryError `id-conflict`
 */
export function keepOrRepair(file: string, bytes: Uint8Array, { id, hash }: Identity): void {
  const stored = identifyFile(file)
  if (stored?.hash === hash) return
  if (stored?.id !== id) {
    replaceFile(file, bytes)
    return
  }
  throw new RegistryError(
    'id-conflict',
    `The registry already has another document with the id ${id} (${stored.hash}). The new document (${hash}) was not stored.`,
  )
}
