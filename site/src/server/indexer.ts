import { setTimeout } from 'node:timers/promises'
import { toBatches } from '../store/batches.ts'
import { documentFile } from '../store/documents.ts'
import { replaceRuns, withIndex } from '../store/index-database.ts'
import { readForIndex, statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { onThread } from '../threads.ts'

/** Adds submitted runs to the index. */
export interface Indexer {
  /** Queues a run that is new or has a new statement. */
  add(id: string): void
  /** The number of runs that are not yet in the index. */
  waiting(): number
  /**
   * Resolves when every queued run is in the index, or has failed once more. A run that failed then is not tried again.
   */
  settled(): Promise<void>
}

/** The runs of a batch that could not be read, and why. */
export interface IndexedBatch {
  unread: string[]
  error: unknown
}

/** The maximum number of runs per transaction. */
const MAX_BATCH = 200
/** The delay before a transaction. Within it, further runs can join the transaction. */
const BATCH_DELAY_MS = 50
/** The delay after a failure: the server of the index may be unreachable for a while. */
const RETRY_DELAY_MS = 5000

/**
 * Starts an indexer, which adds runs to the index. A run is durable before it is queued, and the index can be rebuilt
 * at any time. So runs are indexed together, a little later, and submitters do not wait.
 * @param index runs `indexBatch`, on any thread
 * @param log receives errors; a failed run is tried again, at the latest when the registry is next opened
 */
export function startIndexer(index: (ids: string[]) => Promise<IndexedBatch>, log: (error: unknown) => void): Indexer {
  const pending = new Set<string>()
  let batch: string[] = []
  let working: Promise<void> | null = null
  let ending = false
  const hurry = new AbortController()

  async function work(): Promise<void> {
    await setTimeout(BATCH_DELAY_MS)
    while (pending.size > 0) {
      // Remove runs from the queue before they are read, so that a statement added meanwhile queues them again.
      batch = [...pending].slice(0, MAX_BATCH)
      for (const id of batch) pending.delete(id)
      const { unread, error } = await index(batch).catch((error: unknown) => ({ unread: batch, error }))
      batch = []
      for (const id of unread) pending.add(id)
      if (unread.length === 0) continue
      log(error)
      if (ending) pending.clear()
      else await setTimeout(RETRY_DELAY_MS, undefined, { signal: hurry.signal }).catch(() => {})
    }
    working = null
  }

  return {
    add(id) {
      pending.add(id)
      working ??= work()
    },
    waiting: () => new Set([...pending, ...batch]).size,
    async settled() {
      ending = true
      hurry.abort()
      await working
    },
  }
}

/**
 * Adds runs to the index, small documents first. A run that cannot be read is left out. The rows of a large document are
 * written before the next document is read, because they take a lot of memory.
 */
export async function indexBatch(registry: Registry, ids: string[]): Promise<IndexedBatch> {
  const unread: string[] = []
  let error: unknown = null
  const sizeOf = (id: string) => statusOf(documentFile(registry, id)).size
  const { small, large } = toBatches(ids, sizeOf, MAX_BATCH)
  for (const batch of [...small, ...large.map((id) => [id])]) {
    const rows = batch.flatMap((id) => {
      try {
        const read = readForIndex(registry, `${id}.json`)
        return 'rows' in read ? [read.rows] : []
      } catch (reason) {
        unread.push(id)
        error = reason
        return []
      }
    })
    const indexed = batch.filter((id) => !unread.includes(id))
    await withIndex(registry, (client) => replaceRuns(client, indexed, rows))
  }
  return { unread, error }
}

export const INDEX_BATCH = onThread<typeof indexBatch>(import.meta.url, 'indexBatch')
