import { replaceRuns, withIndex } from '../store/index-database.ts'
import { readForIndex } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'

/** Keeps the index up with what is handed in. */
export interface Indexer {
  /** This run is new, or something new was said of it. */
  add(id: string): void
  /** How many runs wait. */
  waiting(): number
  /** Resolves when what was added before is in the index, or it failed once more. Nothing is tried after that. */
  settled(): Promise<void>
}

/** As many runs go into one transaction. */
const MAX_AT_ONCE = 200
/** Waiting so long, in ms, lets others join the transaction. */
const GATHER = 50
/** After a failure, in ms: the index may be on a server that is away for a while. */
const REST = 5000

/**
 * Runs are durable before they come here, and a registry's index can always be made again: so they go into it together,
 * a little later, and nobody who hands one in waits for it.
 * @param log told what went wrong; it is tried again, and last when the registry is opened next @param onTurn told which
 * came in and do not wait again
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
      // These are tried again, whatever became of the others.
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
