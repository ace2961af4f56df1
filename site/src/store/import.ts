import { existsSync } from 'node:fs'
import { RegistryError } from '../errors.ts'
import { trustDigest } from '../provenance/trust.ts'
import {
  assertNotDeleted,
  bundleFile,
  documentFile,
  keepOrRepair,
  type StoredDocument,
  storeDocument,
} from './documents.ts'
import { collectNewFiles, type FileStatus, type NewFiles } from './durable-files.ts'
import { readIndexEntries, withIndex } from './index-database.ts'
import { addFiles, type IndexRows } from './index-rows.ts'
import { readPast } from './read-past.ts'
import type { Registry } from './registry.ts'
import { assertRepeats } from './replications.ts'
import { sha256 } from './sha256.ts'
import { addFirstStatement, firstLine, statementFile, submitted } from './statements.ts'
import type { ValidDocument } from './validate-document.ts'

/**
 * Imports a manually submitted document: stores the document and adds its first statement. Repeating the
 * call completes an import that was interrupted between these steps, and otherwise changes nothing. The caller must
 * synchronize the index. Throws the same errors as `storeDocument`, `assertRepeats` and `readPast`.
 */
export function importDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const now = new Date()
  const run = readPast(bytes, now.getTime())
  assertRepeats(registry, run.document)
  const stored = storeDocument(registry, bytes, run)
  addFirstStatement(registry, run.id, submitted(now))
  return stored
}

/** An imported document. */
export interface ImportedRun {
  id: string
  /** Whether the document was added; false if the registry already had it. */
  added: boolean
  /** The rows for the index. Null if they must be derived from the stored files. */
  rows: IndexRows | null
}

/** A document that waits for the disk. */
interface Waiting {
  position: number
  document: ValidDocument
  /** Whether its file did not exist. */
  isAdded: boolean
  rows: IndexRows | null
}

/**
 * Stores checked documents as `importDocument` does, in their order, with the bundles that sign them. They wait for the disk
 * together.
 * @returns what became of each document: a stored run, or why it was rejected
 * @throws the errors of the system
 */
export async function storeDocuments(
  registry: Registry,
  documents: readonly ValidDocument[],
): Promise<(ImportedRun | RegistryError)[]> {
  const results: (ImportedRun | RegistryError)[] = []
  const files = collectNewFiles()
  let waiting: Waiting[] = []
  try {
    for (const [position, document] of documents.entries()) {
      const rejected = await rejectionOf(async () => {
        if (document.repeating !== null) {
          // The run that it repeats may be among those that wait.
          await publish()
          assertRepeats(registry, document.repeating)
        }
        assertNotDeleted(registry, document.id)
        waiting.push({ position, document, ...addToFiles(registry, files, document) })
      })
      if (rejected !== null) results[position] = rejected
    }
    await publish()
  } finally {
    files.discard()
  }
  return results

  async function publish(): Promise<void> {
    const areNew = await files.publish()
    for (const { position, document, isAdded, rows } of waiting) {
      const { id, bytes } = document
      const file = documentFile(registry, id)
      const added = isAdded && areNew.has(file)
      const rejected = added ? null : await rejectionOf(() => keepOrRepair(file, bytes, document))
      const isWhole = added && areNew.has(statementFile(registry, id))
      results[position] = rejected ?? { id, added, rows: isWhole ? rows : null }
    }
    waiting = []
  }
}

/** The status of a file that does not exist. */
const NONE: FileStatus = { size: -1, modified: -1 }

/** Adds the files of a run. The rows are null if one of the files exists. */
function addToFiles(
  registry: Registry,
  files: NewFiles,
  { id, bytes, bundle, isOwn, statement, rows }: ValidDocument,
): Pick<Waiting, 'isAdded' | 'rows'> {
  const added = bundle === null ? undefined : addBundle(registry, files, { id, bundle, isOwn })
  const bundleStatus = added === undefined ? NONE : added
  const stored = files.add(documentFile(registry, id), bytes)
  const statementsFile = files.add(statementFile(registry, id), firstLine(id, statement))
  const isWhole = rows !== null && stored !== null && statementsFile !== null && bundleStatus !== null
  const whole = isWhole
    ? addFiles(rows, { stored, statementsFile, bundle: bundleStatus, trust: trustDigest(registry) })
    : null
  return { isAdded: stored !== null, rows: whole }
}

/**
 * Adds the bundle of a run to new files, before its document: a document without it would be shown as self-reported. A bundle
 * that is there already stays. If the document was submitted without one, for example imported manually, only the workflow run
 * that made it can sign it (`isOfThisRun`): a repository cannot sign what others submitted.
 * @returns the status of its file, null if it exists, undefined if this bundle cannot sign the document that is there
 */
function addBundle(
  registry: Registry,
  files: NewFiles,
  { id, bundle, isOwn }: { id: string; bundle: Uint8Array; isOwn: boolean },
): FileStatus | null | undefined {
  if (!isOwn && existsSync(documentFile(registry, id))) return undefined
  return files.add(bundleFile(registry, id), bundle)
}

/** Returns why `work` rejects a document; null if it does not. */
async function rejectionOf(work: () => void | Promise<void>): Promise<RegistryError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof RegistryError) return error
    throw error
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
  for (const bytes of documents) {
    try {
      importDocument(registry, bytes)
    } catch (error) {
      const isSkipped = error instanceof RegistryError && /^(deleted-run|damaged-statements)$/.test(error.code)
      if (!isSkipped) throw error
    }
  }
}
