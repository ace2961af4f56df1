import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { documentFile } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { examineStatements, isDeleted, listRunsWithStatements, statementFile } from '../store/statements.ts'
import { leafReader } from '../transparency/find-leaves.ts'
import { formatLeaf, type Leaf, statementLeaf } from '../transparency/leaf.ts'
import { logFolder } from '../transparency/log-folder.ts'
import { allRuns, keyOfLeaf, missingLeaves } from '../transparency/missing-leaves.ts'

// A registry may be written to while it is copied, file by file. So the copy can have a statement without its document, or
// a document without its leaf. Everything that was there before the copy began is kept; what came later is dropped where
// it lacks its counterpart.

/** What a registry had before it was copied. */
export interface StateBefore {
  /** The runs with statements. */
  runs: ReadonlySet<string>
  hasLog: boolean
  /** The leaves that the log did not get, as text. Null if there is no log, or a damaged one. */
  unlogged: ReadonlySet<string> | null
}

/** The time within which a server adds an accepted run to the log. */
const LOGGED_MS = 5000
const POLL_INTERVAL_MS = 20

/** Reads the state of a registry. Waits for the leaves of runs that are being accepted. */
export async function stateBefore(registry: Registry): Promise<StateBefore> {
  const runs = new Set(listRunsWithStatements(registry))
  const hasLog = existsSync(logFolder(registry))
  return { runs, hasLog, unlogged: hasLog ? await unloggedLeaves(registry) : null }
}

async function unloggedLeaves(registry: Registry): Promise<ReadonlySet<string> | null> {
  const readLeaves = leafReader(logFolder(registry), keyOfLeaf)
  try {
    let missing = missingLeaves(registry, allRuns(registry), readLeaves())
    const end = performance.now() + LOGGED_MS
    while (missing.length > 0 && performance.now() < end) {
      await setTimeout(POLL_INTERVAL_MS)
      const leaves = readLeaves()
      missing = missing.filter((leaf) => leaves.get(keyOfLeaf(leaf)) === undefined)
    }
    return new Set(missing.map(formatLeaf))
  } catch (error) {
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Changes the files of a copy. A name is a path below the copy. */
export interface CopiedFiles {
  replace(name: string, bytes: Buffer): void
  remove(name: string): void
}

/**
 * Drops what is newer than the state before, and has no counterpart in the copy. Returns false if a run was deleted while
 * it was copied. Then its document is missing, and the copy must be made again.
 */
export function dropNewer(copied: Registry, ids: readonly string[], before: StateBefore, files: CopiedFiles): boolean {
  const newer = before.unlogged === null ? [] : newerThanLog(copied, ids, before.unlogged)
  const isDeletedMeanwhile = newer.some(
    ({ kind, run }) => kind === 'statement' && isDeleted(examineStatements(copied, run).statements),
  )
  if (isDeletedMeanwhile) return false
  for (const [run, leaves] of Map.groupBy(newer, (leaf) => leaf.run)) {
    if (leaves.some(({ kind }) => kind === 'document')) files.remove(`documents/${run}.json`)
    const dropped = new Set(leaves.map(({ hash }) => hash))
    if (leaves.some(({ kind }) => kind === 'statement')) dropStatements(copied, run, dropped, files)
  }
  for (const id of ids) {
    const isNew = !before.runs.has(id) && existsSync(statementFile(copied, id)) && !existsSync(documentFile(copied, id))
    if (isNew && !isDeleted(examineStatements(copied, id).statements)) files.remove(statementName(id))
  }
  return true
}

function newerThanLog(copied: Registry, ids: readonly string[], unlogged: ReadonlySet<string>): Leaf[] {
  const runs = ids.map((id) => ({ id, hash: null }))
  const leaves = leafReader(logFolder(copied), keyOfLeaf)()
  return missingLeaves(copied, runs, leaves).filter((leaf) => !unlogged.has(formatLeaf(leaf)))
}

function dropStatements(copied: Registry, id: string, dropped: ReadonlySet<string>, files: CopiedFiles): void {
  const lines = readFileSync(statementFile(copied, id), 'utf8').split('\n')
  const kept = lines.filter((line) => !dropped.has(statementLeaf(id, line).hash)).join('\n')
  if (kept === '') files.remove(statementName(id))
  else files.replace(statementName(id), Buffer.from(kept))
}

function statementName(id: string): string {
  return `statements/${id}.jsonl`
}
