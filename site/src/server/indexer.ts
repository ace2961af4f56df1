import { setTimeout } from 'node:timers/promises'
import { RegistryError } from '../errors.ts'
import { toBatches } from '../store/batches.ts'
import { documentFile } from '../store/documents.ts'
import { fileStatus } from '../store/durable-files.ts'
import { replaceRuns, withIndex } from '../store/index-database.ts'
import { type DocumentFault, readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { onWorker } from '../worker.ts'

/** Adds submitted runs to the index. */
export interface Indexer {
  /** Queues a run that is new or has a new statement. */
  add(id: string): void
  /** The number of runs that are not yet in the index. */
  waiting(): number
  /** Whether the latest attempt failed. */
  isFailing(): boolean
  /**
   * Resolves when every queued run is in the index, or has failed once more. A run that failed then is not tried again.
   */
  settled(): Promise<void>
}

/** The runs of a batch that could not be read, and why, and the errors in those that were read. */
export interface IndexedBatch {
  unread: string[]
  error: unknown
  faults: DocumentFault[]
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
 * @param index runs `indexBatch`, on the worker
 * @param log receives errors, and `not-a-run` for each run that cannot be indexed; a run that failed for another reason is
 * tried again, at the latest when the registry is next opened
 * @param retryDelay the delay after a failure, in ms
 */
export function startIndexer(
  index: (ids: string[]) => Promise<IndexedBatch>,
  log: (error: unknown) => void,
  retryDelay = RETRY_DELAY_MS,
): Indexer {
  const pending = new Set<string>()
  let batch: string[] = []
  let working: Promise<void> | null = null
  let ending = false
  let isFailing = false
  let most = MAX_BATCH
  const hurry = new AbortController()

  async function work(): Promise<void> {
    await setTimeout(BATCH_DELAY_MS)
    while (pending.size > 0) {
      // Remove runs from the queue before they are read, so that a statement added meanwhile queues them again.
      batch = [...pending].slice(0, most)
      for (const id of batch) pending.delete(id)
      const { unread, error, faults } = await index(batch).catch((error: unknown) => ({
        unread: batch,
        error,
        faults: [],
      }))
      for (const { file, message } of faults) log(new RegistryError('not-a-run', `${file}: ${message}`))
      batch = []
      for (const id of unread) pending.add(id)
      isFailing = unread.length > 0
      // One after the other, so that a run with which every attempt fails keeps no other run out of the index.
      most = isFailing ? 1 : MAX_BATCH
      if (!isFailing) continue
      log(error)
      if (ending) pending.clear()
      else await setTimeout(retryDelay, undefined, { signal: hurry.signal }).catch(() => {})
    }
    working = null
  }

  return {
    add(id) {
      pending.add(id)
      working ??= work()
    },
    waiting: () => new Set([...pending, ...batch]).size,
    isFailing: () => isFailing,
    async settled() {
      ending = true
      hurry.abort()
      await working
    },
  }
}

/**
 * Adds runs to the index. A run that cannot be read is left out.
 */
export async function indexBatch(registry: Registry, ids: string[]): Promise<IndexedBatch> {
  const unread: string[] = []
  const faults: DocumentFault[] = []
  let error: unknown = null
  const sizeOf = (id: string) => fileStatus(documentFile(registry, id)).size
  for (const batch of toBatches(ids, sizeOf, MAX_BATCH)) {
    const rows = batch.flatMap((id) => {
      try {
        const read = readForIndex(registry, `${id}.json`)
        faults.push(...read.faults)
        return read.rows ?? []
      } catch (reason) {
        unread.push(id)
        error = reason
        return []
      }
    })
    const indexed = batch.filter((id) => !unread.includes(id))
    await withIndex(registry, (client) => replaceRuns(client, indexed, rows))
  }
  return { unread, error, faults }
}

export const INDEX_BATCH = onWorker<typeof indexBatch>(import.meta.url, 'indexBatch')
