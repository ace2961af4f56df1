import { setTimeout } from 'node:timers/promises'
import { MIN_ROUNDS, type StorageLocation } from '@plimsoll/schema'
import { secondsSinceRemoval } from '../cleanup/last-removal.ts'
import type { Budget } from './budget.ts'
import { isInWorkflow } from './in-workflow.ts'
import { NO_REST, type Plan } from './plan.ts'

/**
 * The seconds between a removal and the first sample. Without a journal, ext4 passes over the inodes that were freed in
 * the last 60 s, one by one, at every create (`recently_deleted` in fs/ext4/ialloc.c). It passes over them for 360 s
 * while their table is not written back, hence the `sync`. The rest takes away the worst only: new files dirty the same
 * tables again. After 70 s, creates were still three times as slow as on an undisturbed image, after 370 s no longer.
 * That is too long a wait before each run, so the controls must find the remainder.
 */
const REST_SECONDS = 65
/** The seconds after which a run begins even if other runs go on removing files. */
const LONGEST_REST_SECONDS = 195
/** The seconds between two reports of a rest. */
const MESSAGE_SECONDS = 20

/**
 * Writes everything back and rests until `REST_SECONDS` have passed since Plimsoll last removed files on this machine.
 * Does nothing if no file system of the run needs it, if the run is a check or has few rounds, if its work fails, or if
 * the rest would use up more than half of the budget.
 * @param works whether the work succeeds at all; it is called only before a rest
 * @param sync writes back the files of the host and of every engine
 * @returns the seconds of rest
 * @throws the reason of the signal if it aborts
 */
export async function restBeforeSamples({
  plan,
  storage,
  budget,
  works = async () => true,
  sync,
  signal,
  say,
  onRest,
  pause = (ms, signal) => setTimeout(ms, undefined, { signal }),
}: {
  plan: Plan
  storage: Pick<StorageLocation, 'filesystem' | 'journal'>[]
  budget: Budget | null
  works?: () => Promise<boolean>
  sync: () => Promise<void>
  signal: AbortSignal
  say: (line: string) => void
  /** is called at the begin of the rest, and every `MESSAGE_SECONDS` */
  onRest: (secondsLeft: number, seconds: number) => void
  /** Waits for some ms. A test replaces it. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}): Promise<number> {
  const removed = secondsSinceRemoval()
  if (removed === null || removed >= REST_SECONDS || !mustRest(plan) || !storage.some(remembersRemovals)) return 0
  if (!(await works())) return 0
  const since = secondsSinceRemoval() ?? REST_SECONDS
  const needed = Math.max(0, Math.ceil(REST_SECONDS - since))
  if (budget !== null && needed > budget.seconds / 2) {
    say(
      `! No rest: the budget is too short to wait ${needed} s after the last removal of files, which slows the next samples`,
    )
    return 0
  }
  const began = performance.now()
  say(
    `Resting for ${needed} s, because files were removed ${Math.floor(since)} s ago and the file system has no journal${isInWorkflow() ? '' : ' (--no-rest skips this)'}`,
  )
  await sync()
  let rested = 0
  for (let left = needed; left > 0 && rested < LONGEST_REST_SECONDS; ) {
    signal.throwIfAborted()
    onRest(Math.ceil(left), needed)
    const pausing = Math.min(left, MESSAGE_SECONDS)
    await pause(pausing * 1000, signal)
    rested += pausing
    const still = REST_SECONDS - (secondsSinceRemoval() ?? REST_SECONDS)
    if (still > left - pausing + 1)
      say(
        `Another run of Plimsoll removed files meanwhile, so the rest begins again (${LONGEST_REST_SECONDS} s at most)`,
      )
    left = still
  }
  return Math.round((performance.now() - began) / 1000)
}

// A run with fewer rounds shows no ratio, so it is not worth a rest.
function mustRest({ check, benchmarks, deviations }: Plan): boolean {
  const rounds = Math.max(...benchmarks.map(({ rounds }) => rounds))
  return check === null && rounds >= MIN_ROUNDS && !deviations.includes(NO_REST)
}

/** The driver of ext4 also mounts ext2 and ext3. */
function remembersRemovals({ filesystem, journal }: Pick<StorageLocation, 'filesystem' | 'journal'>): boolean {
  return journal === false && filesystem !== null && /^ext[234]$/.test(filesystem)
}
