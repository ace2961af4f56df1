import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
    takeAway(lock, text)
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
 * Removes the lock of a dead process. If another process has created a new lock since `dead` was read, restores the new
 * lock.
 */
function takeAway(lock: string, dead: string): void {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const text = read(aside)
  if (text !== null && text !== dead) create(lock, text)
  rmSync(aside, { force: true })
}
