import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { EXIT, RegistryError } from '../errors.ts'
import { writeNewFile } from '../store/durable.ts'

/** Below what Next works in, which may be all that can be written to, and where it leaves things be. */
const LOCK = path.join(import.meta.dirname, '..', '..', '.next', 'cache', 'plimsoll-build.lock')
const LOOK_EVERY_MS = 250
const SAY_EVERY_MS = 30_000
const TIMEOUT_MS = 10 * 60 * 1000

/** Locks that this process holds. */
const held = new Set<string>()

/**
 * Works while no other build by this installation does: Next exports every site to the same directory. Waits for one
 * that is running. @param onWait called with what is waited for @param lock the file that names who builds
 * @param patience ms. Throws `build-running`
 */
export async function withBuildLock<Result>(
  onWait: (step: string) => void,
  work: () => Promise<Result>,
  lock = LOCK,
  patience = TIMEOUT_MS,
): Promise<Result> {
  await acquire(onWait, lock, patience)
  try {
    return await work()
  } finally {
    held.delete(lock)
    rmSync(lock, { force: true })
  }
}

async function acquire(onWait: (step: string) => void, lock: string, patience: number): Promise<void> {
  mkdirSync(path.dirname(lock), { recursive: true })
  const own = Buffer.from(`${process.pid} ${startOf(process.pid) ?? ''}`)
  let said = -SAY_EVERY_MS
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    if (!held.has(lock) && writeNewFile(lock, own)) {
      // At once: a name in it that is not held is of a process that had this number before.
      held.add(lock)
      return
    }
    const holder = readHolder(lock)
    if (holder === null) continue
    if (!builds(holder, lock)) {
      takeAway(lock, holder)
      continue
    }
    const [pid] = holder.split(' ')
    if (waited >= patience) {
      throw new RegistryError(
        'build-running',
        `Another build by this installation is running, process ${pid}; wait until it has ended, or end it.`,
        EXIT.environment,
      )
    }
    if (waited - said >= SAY_EVERY_MS) {
      onWait(`waiting for another build by this installation, process ${pid}`)
      said = waited
    }
    await setTimeout(LOOK_EVERY_MS)
  }
}

/** null where it ended meanwhile. */
function readHolder(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether who is named in a lock still builds; another process may have its number by now. */
function builds(holder: string, lock: string): boolean {
  const [pid = '', start = ''] = holder.split(' ')
  if (Number(pid) === process.pid) return held.has(lock)
  return isAlive(Number(pid)) && (start === '' || startOf(Number(pid)) === start)
}

/** Whether a process has this number. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process began, and of one that has ended nothing, where the system says so (`/proc`, proc_pid_stat(5)). */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in parentheses, may hold anything.
    const [state, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (rest[18] ?? null)
  } catch {
    return null
  }
}

/** Removes the lock of a build that was killed; where somebody else did and holds it by now, it is put back. */
function takeAway(lock: string, holder: string): void {
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
