import { existsSync } from 'node:fs'
import { InvalidDocument, readRun } from '@plimsoll/schema'
import { readDocumentFile } from '@plimsoll/schema/node'
import { documentFile, listDocuments } from '../store/documents.ts'
import { isRegularFile } from '../store/durable-files.ts'
import { type KnownKeys, knownKeys } from '../store/key-log.ts'
import type { Registry } from '../store/registry.ts'
import { examineStatements, isDeleted, listRunsWithStatements, rawStatementLines } from '../store/statements.ts'
import type { LeafNumbers } from './find-leaves.ts'
import { type Leaf, statementLeaf } from './leaf.ts'

/** A run whose document or statements may have no leaf yet. */
export interface RunToLog {
  id: string
  /** The hash of its document if it is known, because reading a large document takes long. */
  hash: string | null
}

/** Returns all runs of a registry. */
export function allRuns(registry: Registry): RunToLog[] {
  const ids = new Set([...listDocuments(registry), ...listRunsWithStatements(registry)])
  return [...ids].sort().map((id) => ({ id, hash: null }))
}

/** Returns the key by which `missingLeaves` looks for a leaf. A run has one document. */
export function keyOfLeaf({ kind, run, hash }: Leaf): string {
  return kind === 'document' ? run : `${run} ${hash}`
}

/**
 * Returns the leaves that runs still need: one for a valid document that is not deleted, and one for each line that is a
 * statement, in their order. A statement gets its leaf whether or not it is proven: the leaf says that the line existed, and
 * the key that proves it may be lost for a time.
 * @param leaves the leaves of the log, by `keyOfLeaf`
 */
export function missingLeaves(registry: Registry, runs: readonly RunToLog[], leaves: LeafNumbers): Leaf[] {
  const known = knownKeys(registry)
  return runs.flatMap((run) => [
    ...missingDocument(registry, run, leaves, known),
    ...missingStatements(registry, run.id, leaves, known),
  ])
}

function missingDocument(registry: Registry, { id, hash }: RunToLog, leaves: LeafNumbers, known: KnownKeys): Leaf[] {
  if (leaves.get(id) !== undefined || !existsSync(documentFile(registry, id))) return []
  if (isDeleted(examineStatements(registry, id, known).statements)) return []
  const found = hash ?? hashOfDocument(registry, id)
  return found === null ? [] : [{ kind: 'document', run: id, hash: found }]
}

/** Returns the hash of a document. Null for a file that is not a valid run: if the registry is a git repository, anyone may propose one. */
function hashOfDocument(registry: Registry, id: string): string | null {
  const file = documentFile(registry, id)
  if (!isRegularFile(file)) return null
  try {
    const run = readRun(readDocumentFile(file))
    return run.id === id ? run.hash : null
  } catch (error) {
    if (error instanceof InvalidDocument) return null
    throw error
  }
}

function missingStatements(registry: Registry, id: string, leaves: LeafNumbers, known: KnownKeys): Leaf[] {
  const isMissing = (line: string) => leaves.get(keyOfLeaf(statementLeaf(id, line))) === undefined
  // Whether a line is a statement is checked only if it has no leaf: verifying the tokens of all runs takes long.
  if (!rawStatementLines(registry, id).some((line) => line.trim() !== '' && isMissing(line))) return []
  const { lines } = examineStatements(registry, id, known)
  return [...lines].filter(isMissing).map((line) => statementLeaf(id, line))
}
