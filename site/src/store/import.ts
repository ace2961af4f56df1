import { existsSync } from 'node:fs'
import { type Identity, InvalidDocument, readRun } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import {
  assertNotDeleted,
  documentFile,
  keepOrRepair,
  readDocument,
  rejectFutureTimes,
  type StoredDocument,
  storeDocument,
} from './documents.ts'
import { collectNewFiles, type NewFiles } from './durable-files.ts'
import { readIndexEntries, withIndex } from './index-database.ts'
import { type IndexRows, indexRows } from './index-rows.ts'
import type { Registry } from './registry.ts'
import { assertRepeats, findRepeated, recordReplication } from './replications.ts'
import { sha256 } from './sha256.ts'
import { addFirstStatement, firstLine, type Statement, statementFile, submittedLevelOf } from './statements.ts'

/**
 * Imports a manually submitted document: stores the document and adds a statement with its provenance level. If the
 * document repeats a run of this registry, that run gets a statement too. Repeating the call completes an import that was
 * interrupted between these steps, and otherwise changes nothing. The caller must synchronize the index. Throws the same
 * errors as `storeDocument`, `assertRepeats` and `rejectFutureTimes`.
 */
export function importDocument(registry: Registry, bytes: Uint8Array): StoredDocument {
  const now = new Date()
  return importRun(registry, bytes, readPast(bytes, now), now)
}

function importRun(registry: Registry, bytes: Uint8Array, run: Run, now: Date): StoredDocument {
  const repeated = assertRepeats(registry, run)
  const stored = storeDocument(registry, bytes, run)
  addFirstStatement(registry, run.id, submission(run, now))
  recordReplication(registry, stored, repeated, now.toISOString())
  return stored
}

/** An imported document. */
export interface ImportedRun {
  id: string
  /** Whether the document was added; false if the registry already had it. */
  added: boolean
  /** Whether the document says that it repeats another run. */
  repeats: boolean
  /** The rows for the index. Null if they must be derived from the stored files. */
  rows: IndexRows | null
}

/** What became of a document: a stored run, or why it was rejected. */
export type ImportResult = ImportedRun | InvalidDocument | RegistryError

/** A document that waits for the disk. It keeps no parsed document, because many of them wait together. */
interface Waiting {
  position: number
  bytes: Uint8Array
  identity: Identity
  /** Whether its file did not exist. */
  isAdded: boolean
  rows: IndexRows | null
}

/**
 * Imports documents as `importDocument` does, in their order. They wait for the disk together.
 * @param reads return the bytes of the documents
 * @throws the errors of the system
 */
export async function importDocuments(
  registry: Registry,
  reads: readonly (() => Uint8Array)[],
): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  const files = collectNewFiles()
  let waiting: Waiting[] = []
  try {
    for (const [position, read] of reads.entries()) {
      const rejected = await rejectionOf(async () => {
        const now = new Date()
        const bytes = read()
        const run = readPast(bytes, now)
        if (run.document.replicates) {
          // The run that it repeats may be among those that wait.
          await publish()
          const { id, added } = importRun(registry, bytes, run, now)
          results[position] = { id, added, repeats: true, rows: null }
        } else {
          assertNotDeleted(registry, run.id)
          waiting.push({ position, bytes, identity: run, ...addFiles(registry, files, bytes, run, now) })
        }
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
    for (const { position, bytes, identity, isAdded, rows } of waiting) {
      const { id } = identity
      const file = documentFile(registry, id)
      const added = isAdded && areNew.has(file)
      const rejected = added ? null : await rejectionOf(() => keepOrRepair(file, bytes, identity))
      const isWhole = added && areNew.has(statementFile(registry, id))
      results[position] = rejected ?? { id, added, repeats: false, rows: isWhole ? rows : null }
    }
    waiting = []
  }
}

/** Adds the files of a run. The rows are null if one of the files exists. */
function addFiles(
  registry: Registry,
  files: NewFiles,
  bytes: Uint8Array,
  run: Run,
  now: Date,
): Pick<Waiting, 'isAdded' | 'rows'> {
  const { id, hash, document } = run
  const statement = submission(run, now)
  const stored = files.add(documentFile(registry, id), bytes)
  const statementsFile = files.add(statementFile(registry, id), firstLine(id, statement))
  if (stored === null || statementsFile === null) return { isAdded: stored !== null, rows: null }
  try {
    const storedFile = { ...stored, hash: sha256(bytes) }
    const rows = indexRows({ id, hash, document, statements: [statement], statementsFile, stored: storedFile })
    return { isAdded: true, rows }
  } catch {
    // The index cannot hold the run. Its synchronization says why.
    return { isAdded: true, rows: null }
  }
}

type Run = ReturnType<typeof readRun>

function readPast(bytes: Uint8Array, now: Date): Run {
  const run = readRun(bytes)
  rejectFutureTimes(run.document, now.getTime())
  return run
}

function submission({ document }: Run, now: Date): Statement {
  return { kind: 'submitted', level: submittedLevelOf(document), at: now.toISOString() }
}

/** Returns why `work` rejects a document; null if it does not. */
async function rejectionOf(work: () => void | Promise<void>): Promise<InvalidDocument | RegistryError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof InvalidDocument || error instanceof RegistryError) return error
    throw error
  }
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
