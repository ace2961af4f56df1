import { replaceRuns, withIndex } from '../store/index-database.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'

/** Adds submitted runs to the index. */
export interface Indexer {
  /** Queues a run that is new or has a new statement. */
  add(id: string): void
  /** The number of runs in the queue. */
  waiting(): number
  /**
   * Resolves when every queued run is in the index, or has failed once more. A run that failed then is not tried again.
   */
  settled(): Promise<void>
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
 * @param log receives errors; a failed run is tried again, at the latest when the registry is next opened
 * @param onBatch receives the ids of runs that were indexed and are not queued again
 */
export function startIndexer(
  registry: Registry,
  { log, onBatch }: { log: (error: unknown) => void; onBatch: (done: string[]) => void },
): Indexer {
  const pending = new Set<string>()
  let working: Promise<void> | null = null
  let ending = false

  async function work(delay: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, delay))
    const unread = new Map<string, unknown>()
    try {
      await withIndex(registry, async (client) => {
        while (pending.size > 0) {
          const batch = [...pending].slice(0, MAX_BATCH)
          // Remove runs from the queue before reading them, so that a statement added meanwhile queues them again.
          for (const id of batch) pending.delete(id)
          const rows = batch.flatMap((id) => {
            try {
              const read = readForIndex(registry, `${id}.json`)
              unread.delete(id)
              return 'rows' in read ? [read.rows] : []
            } catch (error) {
              unread.set(id, error)
              return []
            }
          })
          const ids = batch.filter((id) => !unread.has(id))
          try {
            await replaceRuns(client, ids, rows)
          } catch (error) {
            for (const id of batch) pending.add(id)
            throw error
          }
          onBatch(ids.filter((id) => !pending.has(id)))
        }
      })
    } finally {
      // Queue the runs that could not be read again, whether or not the others succeeded.
      for (const id of unread.keys()) pending.add(id)
    }
    if (unread.size > 0) throw [...unread.values()][0]
  }

  function start(delay: number): void {
    working ??= work(delay).then(
      () => ended(BATCH_DELAY_MS),
      (error) => {
        log(error)
        if (ending) pending.clear()
        ended(RETRY_DELAY_MS)
      },
    )
  }

  function ended(delay: number): void {
    working = null
    if (pending.size > 0) start(delay)
  }

  return {
    add(id) {
      pending.add(id)
      start(BATCH_DELAY_MS)
    },
    waiting: () => pending.size,
    async settled() {
      ending = true
      while (working !== null) await working
    },
  }
}
