import type { Identity, RunDocument } from '@plimsoll/schema'
import { isOfThisRun } from '../provenance/levels.ts'
import { type Signature, toSignature } from '../provenance/signature.ts'
import type { Trust } from '../provenance/trust.ts'
import { verifyBundle } from '../provenance/verify-bundle.ts'
import { type IndexRows, indexRows } from './index-rows.ts'
import { type Run, readPast } from './read-past.ts'
import { sha256 } from './sha256.ts'
import { type Statement, submitted } from './statements.ts'

/** A valid document, with everything that is stored about it. A worker may make it. */
export interface ValidDocument extends Identity {
  bytes: Uint8Array
  /** The Sigstore bundle that signs the document; null for a manual submission. */
  bundle: Uint8Array | null
  /** Whether the document is of the workflow run that signed it. */
  isOwn: boolean
  statement: Statement
  /** The document, if it says that it repeats another run; null otherwise, because many wait together. */
  repeating: RunDocument | null
  /** The rows for the index, without its files. Null if they must be derived from the stored files. */
  rows: IndexRows | null
}

/** A Sigstore bundle beside a document, and what the registry trusts. */
export interface GivenBundle {
  bytes: Uint8Array
  trust: Trust
}

/**
 * Checks a document to import, and its bundle.
 * @throws InvalidDocument, InvalidBundle
 */
export function validateDocument(bytes: Uint8Array, bundle: GivenBundle | null = null): ValidDocument {
  const now = new Date()
  const run = readPast(bytes, now.getTime())
  const { id, hash, document } = run
  const statement = submitted(now)
  const signature =
    bundle === null ? null : toSignature(document, verifyBundle(bundle.bytes, bundle.trust.instances), bundle.trust)
  const repeating = document.replicates === undefined ? null : document
  const isOwn = signature !== null && isOfThisRun(document, signature.provenance)
  const rows = rowsOf(run, bytes, { statement, signature })
  return { id, hash, bytes, bundle: bundle?.bytes ?? null, isOwn, statement, repeating, rows }
}

/** Returns the rows of a new run. Null if the index cannot hold the run: its synchronization says why. */
function rowsOf(
  run: Run,
  bytes: Uint8Array,
  { statement, signature }: { statement: Statement; signature: Signature | null },
): IndexRows | null {
  try {
    return indexRows({ ...run, statements: [statement], signature, bundleFault: null, storedHash: sha256(bytes) })
  } catch {
    return null
  }
}
