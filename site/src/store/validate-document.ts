import { type Identity, type RunDocument, readRun } from '@plimsoll/schema'
import { rejectFutureTimes } from './documents.ts'
import { type IndexRows, indexRows } from './index-rows.ts'
import { sha256 } from './sha256.ts'
import { deriveSubmittedLevel, type Statement } from './statements.ts'

/** A valid document, with everything that is stored about it. A worker may make it. */
export interface ValidDocument extends Identity {
  bytes: Uint8Array
  statement: Statement
  /** The document, if it says that it repeats another run; null otherwise, because many wait together. */
  repeating: RunDocument | null
  /** The rows for the index, without its files. Null if they must be derived from the stored files. */
  rows: IndexRows | null
}

/**
 * Checks a document to import, without a registry.
 * @throws InvalidDocument
 */
export function validateDocument(bytes: Uint8Array): ValidDocument {
  const now = new Date()
  const run = readPast(bytes, now.getTime())
  const { id, hash, document } = run
  const statement = submission(run, now)
  const repeating = document.replicates === undefined ? null : document
  return { id, hash, bytes, statement, repeating, rows: rowsOf(run, bytes, statement) }
}

/** Returns the rows of a new run. Null if the index cannot hold the run: its synchronization says why. */
function rowsOf(run: Run, bytes: Uint8Array, statement: Statement): IndexRows | null {
  try {
    return indexRows({ ...run, statements: [statement], storedHash: sha256(bytes) })
  } catch {
    return null
  }
}

/** A document as `readRun` reads it. */
export type Run = ReturnType<typeof readRun>

/**
 * Reads a document to store.
 * @param now the current time, in ms since 1970
 * @throws InvalidDocument, also for a run that starts or ends in the future
 */
export function readPast(bytes: Uint8Array, now: number): Run {
  const run = readRun(bytes)
  rejectFutureTimes(run.document, now)
  return run
}

/** Returns the statement that a document was submitted manually. */
export function submission({ document }: Run, now: Date): Statement {
  return { kind: 'submitted', level: deriveSubmittedLevel(document), at: now.toISOString() }
}
