import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isRunning, readProcessStart } from './process-status.ts'

/** How long a lock file may be without its content, in ms. A process creates its lock file first, and writes it afterwards. */
const WRITE_TIMEOUT_MS = 2000

/** A lock that this process holds, or the id of the process that holds it; null if it has not yet been written. */
export type Lock = { release(): void } | { holder: number | null }

/**
 * Takes a lock: a file that names the process that holds it. Takes over the lock of a process that no longer runs.
 * @param lock the path of the file, in an existing directory
 * @throws the system's error if the file cannot be created
 */
export function takeLock(lock: string): Lock {
  const mine = JSON.stringify({ pid: process.pid, start: readProcessStart(process.pid) })
  while (!create(lock, mine)) {
    const text = read(lock)
    if (text === null) continue // Another process has released the lock in the meantime.
    if (isHeld(lock, text)) return { holder: parse(text)?.pid ?? null }
    removeDead(lock)
  }
  return {
    release() {
      if (read(lock) === mine) rmSync(lock, { force: true })
    },
  }
}

function create(lock: string, text: string): boolean {
  try {
    writeFileSync(lock, text, { flag: 'wx' })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code === 'ENOSPC' || code === 'EDQUOT') rmSync(lock, { force: true })
    throw error
  }
}

/**
 * Reads a lock file.
 * @returns null if there is no lock file
 */
function read(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isHeld(lock: string, text: string): boolean {
  const holder = parse(text)
  if (holder === null) return (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - WRITE_TIMEOUT_MS
  return isRunning(holder.pid, lock, holder.start)
}

function parse(text: string): { pid: number; start: string | null } | null {
  try {
    const { pid, start = null } = JSON.parse(text)
    return { pid: Number(pid), start }
  } catch {
    return null
  }
}

/**
 * Removes the lock of a dead process. Of many processes that found it, one at a time looks again and removes it, so that
 * none removes the lock that another one has just created.
 */
function removeDead(lock: string): void {
  const guard = takeLock(`${lock}.removal`)
  if (!('release' in guard)) {
    sleep(GUARD_WAIT_MS)
    return
  }
  try {
    const text = read(lock)
    if (text !== null && !isHeld(lock, text)) rmSync(lock, { force: true })
  } finally {
    guard.release()
  }
}

/** How long a process waits for another one that removes the same lock, in ms. That takes less than one. */
const GUARD_WAIT_MS = 2

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
