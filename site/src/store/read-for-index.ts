import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { InvalidDocument, type RunDocument, readRun } from '@plimsoll/schema'
import { idOfFile } from './documents.ts'
import { type IndexRows, indexRows, type StoredFile } from './index-rows.ts'
import type { Registry } from './registry.ts'
import { isRegularFile } from './regular-file.ts'
import { sha256 } from './sha256.ts'
import { examineStatements, isDeleted, type StatementFault, statementFile, statementStatus } from './statements.ts'

/** What is wrong with a file among the documents of a registry, or among its statements. */
export interface DocumentFault {
  /** Its path. */
  file: string
  /** JSON pointer of the place in the document, or line of the statements; empty: the whole of it. */
  pointer: string
  message: string
}

/** A document as the index holds it, or why it is not one. */
export type ReadForIndex = { rows: IndexRows } | { faults: DocumentFault[] }

/**
 * Reads a file among the documents of a registry, from whoever it may be: validates it, sees that its name is its own
 * id, and derives the rows of the index.
 */
export function readForIndex(registry: Registry, name: string): ReadForIndex {
  const file = path.join(registry.documents, name)
  const fault = (message: string, pointer = '') => ({ file, pointer, message })
  // Looked at first: what is written to it meanwhile is seen the next time.
  const status = statusOf(file)
  const bytes = readBytes(file)
  if (typeof bytes === 'string') return { faults: [fault(bytes)] }
  try {
    const run = readRun(bytes)
    const misnamed = misnaming(registry, name, run.id)
    if (misnamed !== null) return { faults: [fault(misnamed)] }
    const stored = { hash: sha256(bytes), ...status }
    return toRows(registry, run, stored) ?? { faults: [fault(DELETED)] }
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    return { faults: error.errors.map(({ pointer, message }) => fault(message, pointer)) }
  }
}

/** What tells, without reading it, that a file was written to; −1 where there is none. */
export function statusOf(file: string): { size: number; modified: number } {
  const { size = -1, mtimeMs = -1 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  // Whole milliseconds are all that copying keeps.
  return { size, modified: Math.round(mtimeMs) }
}

/** The bytes of a file, or in one sentence why there are none. */
function readBytes(file: string): Buffer | string {
  if (existsSync(file) && !isRegularFile(file)) return 'is a link, or no file; put the document itself there'
  try {
    return readFileSync(file)
  } catch (error) {
    return `cannot be read (${(error as Error).message})`
  }
}

/** The faults of a file of statements, among those of documents. */
export function statementFaults(registry: Registry, id: string, faults: StatementFault[]): DocumentFault[] {
  return faults.map(({ line, message }) => ({
    file: statementFile(registry, id),
    pointer: line === null ? '' : `line ${line}`,
    message: `${message}; what was said of this run is not known, and it is left out: put the file back as it was`,
  }))
}

const DELETED = 'this run was taken out of the registry for good; delete the file'

function misnaming(registry: Registry, name: string, id: string): string | null {
  if (idOfFile(name) === id) return null
  if (idOfFile(name) !== null) {
    return `its content has the id ${id}, not the one in its name: it was changed after it was stored, or is not the run it says; put the true document back, or take the file away`
  }
  return readBytes(path.join(registry.documents, `${id}.json`)) instanceof Buffer
    ? `it is the same document as ${id}.json; delete it`
    : `a document is named by its id; rename it to ${id}.json`
}

function toRows(
  registry: Registry,
  { id, hash, document }: { id: string; hash: string; document: RunDocument },
  stored: StoredFile,
): ReadForIndex | null {
  // Measured first: a statement that comes meanwhile makes the run stale, and is seen the next time.
  const stated = statementStatus(registry, id)
  const { statements, faults } = examineStatements(registry, id)
  if (faults.length > 0) return { faults: statementFaults(registry, id, faults) }
  if (isDeleted(statements)) return null
  return { rows: indexRows({ id, hash, document, statements, stated, stored }) }
}
