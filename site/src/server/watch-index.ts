import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isServer } from '../store/database-connection.ts'
import { countRuns } from '../store/queries.ts'
import type { DocumentFault } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { synchronizeIndex } from '../store/synchronize-index.ts'
import { onThread } from '../threads.ts'
import type { Log } from './log.ts'

/** Keeps the index of a running server whole. */
export interface IndexWatch {
  /** Whether the index answers and no damage is known. If runs are missing, the next check follows at once. */
  isWhole(): Promise<boolean>
  /** Checks the index at once, because a query failed. */
  check(): void
  stop(): Promise<void>
}

interface WatchOptions {
  synchronize: () => Promise<Pick<IndexState, 'runs' | 'indexed'>>
  isBehind: () => boolean
  log: Log
  pause: number
}

/** The minimum pause, as a multiple of the time of a check. A large index takes seconds. */
const PAUSE_PER_CHECK = 30
/** The pause after a check that failed, in ms. */
const RETRY_MS = 5000
/** The interval in ms after which a missing or replaced file of the index is noticed. */
const LOOK_MS = 1000

/**
 * Watches the index of a running server, whose file may be deleted, replaced or damaged. A check compares the index with
 * the documents, and repairs what differs. After a repair, the reader opens the file again: otherwise it would read a
 * deleted file for ever.
 * @param synchronize runs `synchronizeOnThread`
 * @param isBehind whether large runs wait to be indexed. A check would index them as well, at the same time, with the memory
 * of another large document, so it waits; not if the index is damaged.
 * @param log receives `index-repaired` with the numbers of runs, and failures
 * @param pause the minimum time between two checks, in ms
 */
export function watchIndex(
  registry: Registry,
  reader: PrismaClient,
  { synchronize, isBehind, log, pause }: WatchOptions,
): IndexWatch {
  let opened = fileOf(registry)
  let isDamaged = false
  let expected = 0
  let due = performance.now() + pause
  const stopped = new AbortController()

  async function check(): Promise<void> {
    const began = performance.now()
    const before = await countRuns(reader).catch(() => null)
    const { runs, indexed } = await synchronize()
    const isReplaced = fileOf(registry) !== opened
    const isRepaired = isDamaged || isReplaced || before === null || indexed > 0
    if (isRepaired) await reader.$disconnect()
    const after = await countRuns(reader)
    opened = fileOf(registry)
    expected = runs
    due = performance.now() + Math.max(pause, PAUSE_PER_CHECK * (performance.now() - began))
    if (isRepaired) log(isDamaged ? 'error' : 'info', 'index-repaired', { before, after })
    isDamaged = false
  }

  async function work(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        if (fileOf(registry) !== opened) suspect()
        if (performance.now() >= due && (isDamaged || !isBehind())) await check()
      } catch (error) {
        isDamaged = true
        due = performance.now() + RETRY_MS
        log('error', 'index-unusable', { message: (error as Error).message })
      }
      await setTimeout(Math.min(LOOK_MS, pause), undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }

  function suspect(): void {
    if (isDamaged) return
    isDamaged = true
    due = 0
  }
  const working = work()

  return {
    async isWhole() {
      const count = await countRuns(reader).catch(() => null)
      if (count === null) suspect()
      // A deletion by the operator's command looks the same, so this is no damage yet.
      else if (count < expected) due = 0
      return !isDamaged
    },
    check: suspect,
    async stop() {
      stopped.abort()
      await working
    },
  }
}

/** Identifies the file of the index: a file that replaced it is another one. An index on a server has no file. */
function fileOf({ index, database }: Registry): string {
  if (isServer(database)) return 'server'
  const { ino, size = 0 } = statSync(index, { throwIfNoEntry: false }) ?? {}
  return size === 0 ? 'missing' : String(ino)
}

/** The content of an index after it was synchronized. */
export interface IndexState {
  /** The number of runs. */
  runs: number
  /** The number of runs that were missing or changed. */
  indexed: number
  /** The errors of the files that are not valid runs. */
  faults: DocumentFault[]
}

/** Synchronizes the index, on any thread. */
export async function synchronizeOnThread(registry: Registry): Promise<IndexState> {
  const { runs, indexed, faults } = await synchronizeIndex(registry)
  return { runs: runs.size, indexed, faults }
}

export const SYNCHRONIZE = onThread<typeof synchronizeOnThread>(import.meta.url, 'synchronizeOnThread')
