import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { EXIT, RegistryError } from '../errors.ts'
import { writeNewFile } from '../store/durable-files.ts'

/**
 * The lock file. It is in Next's cache directory, which may be the only writable directory, and which Next does not
 * clean.
 */
const LOCK = path.join(import.meta.dirname, '..', '..', '.next', 'cache', 'plimsoll-build.lock')
const POLL_INTERVAL_MS = 250
const NOTICE_INTERVAL_MS = 30_000
const TIMEOUT_MS = 10 * 60 * 1000

/** The locks that this process holds. */
const heldLocks = new Set<string>()

/**
 * Runs `work` while no other build of this installation runs, because Next exports every site to the same directory.
 * Waits for a running build.
 * @param onWait called with a description of the running build
 * @param lock the lock file, which names the process that holds the lock
 * @param timeoutMs how long to wait
 * @throws RegistryError `build-running`
 */
export async function withBuildLock<Result>(
  onWait: (step: string) => unknown,
  work: () => Promise<Result>,
  lock = LOCK,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  await acquire(onWait, lock, timeoutMs)
  try {
    return await work()
  } finally {
    heldLocks.delete(lock)
    rmSync(lock, { force: true })
  }
}

async function acquire(onWait: (step: string) => unknown, lock: string, timeoutMs: number): Promise<void> {
  mkdirSync(path.dirname(lock), { recursive: true })
  const own = Buffer.from(`${process.pid} ${startOf(process.pid) ?? ''}`)
  let lastNotice = -NOTICE_INTERVAL_MS
  for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
    if (!heldLocks.has(lock) && writeNewFile(lock, own)) {
      // Add the lock to `heldLocks` at once. A lock with this process id that is not in `heldLocks` is from an earlier
      // process with the same id.
      heldLocks.add(lock)
      return
    }
    const holder = readHolder(lock)
    if (holder === null) continue
    if (!isBuilding(holder, lock)) {
      removeStaleLock(lock, holder)
      continue
    }
    const [pid] = holder.split(' ')
    if (waited >= timeoutMs) {
      throw new RegistryError(
        'build-running',
        `Another build by this installation is running (process ${pid}). Wait until it has finished, or stop it.`,
        EXIT.environment,
      )
    }
    if (waited - lastNotice >= NOTICE_INTERVAL_MS) {
      onWait(`waiting for another build by this installation (process ${pid})`)
      lastNotice = waited
    }
    await setTimeout(POLL_INTERVAL_MS)
  }
}

/** Returns the text in a lock file, which names the process that holds the lock; null if the file is gone. */
function readHolder(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether the process that holds a lock is still building. If it has ended, another process may have its id by now. */
function isBuilding(holder: string, lock: string): boolean {
  const [pid = '', start = ''] = holder.split(' ')
  if (Number(pid) === process.pid) return heldLocks.has(lock)
  return isAlive(Number(pid)) && (start === '' || startOf(Number(pid)) === start)
}

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns the start time of a process from `/proc` (proc_pid_stat(5)). Returns null if the process has ended or the
 * system has no `/proc`.
 */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name is in parentheses and may contain any character.
    const [state, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (rest[18] ?? null)
  } catch {
    return null
  }
}

/**
 * Removes the lock of a killed build. If another process replaced the lock in the meantime, restores that process's
 * lock.
 */
function removeStaleLock(lock: string, holder: string): void {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lock)
  } catch (error) {
    if (!/^(ENOENT|EEXIST)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
