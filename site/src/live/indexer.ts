import { replaceRuns, withIndex } from '../store/index-database.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'

/** Keeps the index up with what is handed in. */
export interface Indexer {
  /** This run is new, or something new was said of it. */
  add(id: string): void
  /** How many runs wait. */
  waiting(): number
  /** Resolves when what was added before is in the index. */
  settled(): Promise<void>
}

/** As many runs go into one transaction. */
const MOST_AT_ONCE = 200
/** Waiting so long, in ms, lets others join the transaction. */
const GATHER = 50

/**
 * Runs are durable before they come here, and a registry's index can always be made again: so they go into it together,
 * a little later, and nobody who hands one in waits for it.
 * @param log told what went wrong; those runs are indexed when the registry is opened next
 */
export function startIndexer(registry: Registry, log: (error: unknown) => void): Indexer {
  const pending = new Set<string>()
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER))
    await withIndex(registry, async (client) => {
      while (pending.size > 0) {
        const ids = [...pending].slice(0, MOST_AT_ONCE)
        for (const id of ids) pending.delete(id)
        const rows = ids.flatMap((id) => {
          const read = readForIndex(registry, `${id}.json`)
          return 'rows' in read ? [read.rows] : []
        })
        await replaceRuns(client, ids, rows)
      }
    })
  }

  function start(): Promise<void> {
    working ??= work()
      .catch(log)
      .finally(() => {
        working = null
        if (pending.size > 0) start()
      })
    return working
  }

  return {
    add(id) {
      pending.add(id)
      start()
    },
    waiting: () => pending.size,
    async settled() {
      while (working !== null) await working
    },
  }
}
