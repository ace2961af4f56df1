import { lstatSync } from 'node:fs'
import path from 'node:path'
import { InvalidDocument } from '@plimsoll/schema'
import { readDocumentFile } from '@plimsoll/schema/node'
import { verifySignature } from '../provenance/signature.ts'
import { type Trust, trustDigest } from '../provenance/trust.ts'
import { InvalidBundle } from '../provenance/verify-bundle.ts'
import { onWorker, shareWithWorker } from '../worker.ts'
import { toBatches } from './batches.ts'
import { bundleFile, idOfFile } from './documents.ts'
import { type FileStatus, fileStatus, isRegularFile } from './durable-files.ts'
import { addFiles, type IndexedRun, type IndexRows, indexRows } from './index-rows.ts'
import { readPast } from './read-past.ts'
import type { Registry } from './registry.ts'
import { sha256 } from './sha256.ts'
import { examineStatements, isDeleted, type StatementFault, statementFile, statementStatus } from './statements.ts'

/** An error in a file of a document or of statements. */
export interface DocumentFault {
  /** The path of the file. */
  file: string
  /**
   * The place of the error: a JSON pointer into the document, or a line of the statements; empty for the whole file.
   */
  pointer: string
  message: string
  /** False if the run of the file is shown all the same. */
  isSkipped?: boolean
}

/** The rows of a document for the index, if it has any, and the errors in the files of the run. */
export interface ReadForIndex {
  rows?: IndexRows
  faults: DocumentFault[]
}

/**
 * Reads a document file, whose author may be anyone. Validates the document, checks that it is not of the future and that the
 * file's name is its id, and derives the document's rows for the index. An unexpected error is a fault of this document too, so
 * that it keeps no other run out of the index.
 * @param trust what to check the bundle with; by default what the registry trusts
 */
export function readForIndex(registry: Registry, name: string, trust?: Trust): ReadForIndex {
  const file = path.join(registry.documents, name)
  const fault = (message: string, pointer = '') => ({ file, pointer, message })
  // Read size and time of the file before its content, so that a later write is noticed the next time.
  const status = fileStatus(file)
  const bytes = readBytes(file)
  if (typeof bytes === 'string') return { faults: [fault(bytes)] }
  try {
    const run = readPast(bytes, Date.now())
    const misnamed = describeMisnaming(registry, name, run.id)
    if (misnamed !== null) return { faults: [fault(misnamed)] }
    return toRows(registry, { ...run, storedHash: sha256(bytes) }, status, trust) ?? { faults: [fault(DELETED)] }
  } catch (error) {
    if (error instanceof InvalidDocument)
      return { faults: error.errors.map(({ pointer, message }) => fault(message, pointer)) }
    // An error with a code is the system's, which may read the statements later.
    if (typeof (error as NodeJS.ErrnoException).code === 'string') throw error
    return { faults: [fault(describeError(error))] }
  }
}

/** The minimum number of files for which starting a worker saves time. */
const MIN_FILES_FOR_WORKER = 400
const FILES_PER_BATCH = 50

/** A batch of document files. */
interface ReadBatch {
  registry: Registry
  names: string[]
}

/**
 * Reads document files, also in a worker if there are many. The results come in no particular order.
 * @param take called with each batch of results before more are read
 */
export async function readManyForIndex(
  registry: Registry,
  names: string[],
  take: (results: ReadForIndex[]) => Promise<void>,
): Promise<void> {
  const sizeOf = (name: string) => fileStatus(path.join(registry.documents, name)).size
  const batches = toBatches(names, sizeOf, FILES_PER_BATCH).map((members) => ({ registry, names: members }))
  if (names.length < MIN_FILES_FOR_WORKER) for (const batch of batches) await take(readBatch(batch))
  else await shareWithWorker(readBatch, READ_BATCH, batches, take)
}

/**
 * Reads one batch of files.
 * @public a worker calls it
 */
export function readBatch({ registry, names }: ReadBatch): ReadForIndex[] {
  return names.map((name) => readForIndex(registry, name))
}

const READ_BATCH = onWorker<typeof readBatch>(import.meta.url, 'readBatch')

/** Returns the bytes of a file, or a sentence that says why the file cannot be read. */
function readBytes(file: string): Buffer | string {
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined
  if (isThere && !isRegularFile(file)) return 'it is not a regular file; replace the link by the document'
  try {
    return readDocumentFile(file)
  } catch (error) {
    return `it cannot be read (${(error as Error).message})`
  }
}

/** Converts the errors of a statements file to the form of document errors. */
export function statementFaults(registry: Registry, id: string, faults: StatementFault[]): DocumentFault[] {
  return faults.map(({ line, message }) => ({
    file: statementFile(registry, id),
    pointer: line === null ? '' : `line ${line}`,
    message: `${message}; the run is skipped, because its statements cannot be read; restore the file from a backup`,
  }))
}

function describeError(error: unknown): string {
  return `no figures can be derived from it (${(error as Error).message}); report this as an error of Plimsoll, with the file`
}

const DELETED = 'the run was permanently deleted from the registry; delete the file'

function describeMisnaming(registry: Registry, name: string, id: string): string | null {
  if (idOfFile(name) === id) return null
  if (idOfFile(name) !== null) {
    return `its content has the id ${id}, but its name has another id; restore the original document, or remove the file`
  }
  return readBytes(path.join(registry.documents, `${id}.json`)) instanceof Buffer
    ? `it is the same document as ${id}.json; delete it`
    : `its name is not its id; rename it to ${id}.json`
}

function toRows(
  registry: Registry,
  run: Omit<IndexedRun, 'statements' | 'signature' | 'bundleFault'>,
  stored: FileStatus,
  trust?: Trust,
): ReadForIndex | null {
  // Read size and time of the files before their content. A statement that is added meanwhile then makes the run
  // stale, and is read the next time.
  const statementsFile = statementStatus(registry, run.id)
  const bundle = fileStatus(bundleFile(registry, run.id))
  const { statements, faults } = examineStatements(registry, run.id)
  if (faults.length > 0) return { faults: statementFaults(registry, run.id, faults) }
  if (isDeleted(statements)) return null
  const { signature, bundleFault } = signatureOrFault(registry, run, trust)
  const files = { stored, statementsFile, bundle, trust: trustDigest(registry) }
  const rows = addFiles(indexRows({ ...run, statements, signature, bundleFault }), files)
  return { rows, faults: bundleFault === null ? [] : [bundleFaultOf(registry, run.id, bundleFault)] }
}

function signatureOrFault(
  registry: Registry,
  { id, document }: Pick<IndexedRun, 'id' | 'document'>,
  trust?: Trust,
): Pick<IndexedRun, 'signature' | 'bundleFault'> {
  try {
    return { signature: verifySignature(registry, id, document, trust), bundleFault: null }
  } catch (error) {
    if (error instanceof InvalidBundle) return { signature: null, bundleFault: error.message }
    throw error
  }
}

function bundleFaultOf(registry: Registry, id: string, fault: string): DocumentFault {
  const message = `${fault}; the run is shown as self-reported`
  return { file: bundleFile(registry, id), pointer: '', message, isSkipped: false }
}
