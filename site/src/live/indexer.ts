import { replaceRuns, withIndex } from '../store/index-database.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'

/** Adds submitted runs to the index. */
export interface Indexer {
  /** Queues a run that is new or has a new statement. */
  add(id: string): void
  /** The number of runs in the queue. */
  waiting(): number
  /** Resolves when all queued runs are in the index, or have failed once more. They are not retried after that. */
  settled(): Promise<void>
}

/** As many runs go into one transaction. */
const MAX_AT_ONCE = 200
/** Waiting so long, in ms, lets others join the transaction. */
const GATHER = 50
/** Delay after a failure, in ms: the server of the index may be unreachable for a while. */
const REST = 5000

/**
 * Starts an indexer. A run is durable before it is queued, and the index can be rebuilt at any time. So runs are
 * indexed together, a little later, and submitters do not wait.
 * @param log receives errors; a failed run is retried, at the latest when the registry is next opened
 * @param onTurn receives the ids of runs that were indexed and are not queued again
 */
export function startIndexer(
  registry: Registry,
  { log, onTurn }: { log: (error: unknown) => void; onTurn: (done: string[]) => void },
): Indexer {
  const pending = new Set<string>()
  let working: Promise<void> | null = null
  let ending = false

  async function work(pause: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const unread = new Map<string, unknown>()
    try {
      await withIndex(registry, async (client) => {
        while (pending.size > 0) {
          const taken = [...pending].slice(0, MAX_AT_ONCE)
          // Before: what is said of one meanwhile must come after.
          for (const id of taken) pending.delete(id)
          const rows = taken.flatMap((id) => {
            try {
              const read = readForIndex(registry, `${id}.json`)
              unread.delete(id)
              return 'rows' in read ? [read.rows] : []
            } catch (error) {
              unread.set(id, error)
              return []
            }
          })
          const ids = taken.filter((id) => !unread.has(id))
          try {
            await replaceRuns(client, ids, rows)
          } catch (error) {
            for (const id of taken) pending.add(id)
            throw error
          }
          onTurn(ids.filter((id) => !pending.has(id)))
        }
      })
    } finally {
      // Retry the runs that could not be read, whether or not the others succeeded.
      for (const id of unread.keys()) pending.add(id)
    }
    if (unread.size > 0) throw [...unread.values()][0]
  }

  function start(pause: number): void {
    working ??= work(pause).then(
      () => ended(GATHER),
      (error) => {
        log(error)
        if (ending) pending.clear()
        ended(REST)
      },
    )
  }

  function ended(pause: number): void {
    working = null
    if (pending.size > 0) start(pause)
  }

  return {
    add(id) {
      pending.add(id)
      start(GATHER)
    },
    waiting: () => pending.size,
    async settled() {
      ending = true
      while (working !== null) await working
    },
  }
}
