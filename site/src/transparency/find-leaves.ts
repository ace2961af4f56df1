import { statSync } from 'node:fs'
import type { Registry } from '../store/registry.ts'
import { checkpointsFile } from './checkpoints.ts'
import { type Leaf, parseLeaf } from './leaf.ts'
import { logFolder, logSize, readEntries, verifierIn } from './log-folder.ts'

/** The numbers of the leaves of a log that grows. */
export interface LeafNumbers {
  /** The number of the first leaf with this key; undefined if there is none. */
  get(key: string): number | undefined
}

/**
 * Returns a function that returns the numbers of a log's leaves at present. It reads only the entries that are new since
 * the last call.
 * @param keyOf the key of a leaf; null for a leaf that callers do not need
 */
export function leafReader(folder: string, keyOf: (leaf: Leaf) => string | null): () => LeafNumbers {
  const numbers = new Map<string, number>()
  let read = 0
  let seen = ''
  return () => {
    const { size = 0, mtimeMs = 0, ino = 0 } = statSync(checkpointsFile(folder), { throwIfNoEntry: false }) ?? {}
    const status = `${size} ${mtimeMs} ${ino}`
    if (status === seen) return numbers
    const end = logSize(folder)
    if (end < read) {
      // The operator has put another log in its place.
      numbers.clear()
      read = 0
    }
    for (const entry of readEntries(folder, read, end)) {
      const leaf = parseLeaf(entry)
      const key = leaf && keyOf(leaf)
      if (key !== null && !numbers.has(key)) numbers.set(key, read)
      read += 1
    }
    seen = status
    return numbers
  }
}

/** The leaf of a run's document. */
export interface DocumentLeaf {
  number: number
  /** The key of the log, as text. */
  verifier: string
}

/** Returns the leaf of a run's document. Null if it has none, or if the registry has no log. */
export function documentLeaf(registry: Registry, id: string): DocumentLeaf | null {
  const folder = logFolder(registry)
  if (last?.folder !== folder) {
    const verifier = verifierIn(folder)
    if (verifier === null) return null
    const documents = leafReader(folder, ({ kind, run }) => (kind === 'document' ? run : null))
    last = { folder, verifier: verifier.text, documents }
  }
  const number = last.documents().get(id)
  return number === undefined ? null : { number, verifier: last.verifier }
}

/** The last log that was read. It is cached because every page needs it. */
let last: { folder: string; verifier: string; documents: () => LeafNumbers } | null = null
