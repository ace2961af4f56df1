import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRunning, startOf } from '../cleanup/process-status.ts'
import { Problem } from '../problem.ts'

/** How long a lock file may be empty, in ms. A process creates its lock file first, and writes it afterwards. */
const LOCK_WRITE_TIMEOUT_MS = 2000

/**
 * Claims a journal for this process with a lock file beside the journal, because two runs would corrupt one journal.
 * Takes over the lock of a process that no longer runs.
 * @param file the path of the journal in an existing directory; the journal itself may not exist yet
 * @returns a function that releases the journal
 * @throws Problem: 2 if another run holds the journal, 3 if the lock cannot be created
 */
export function claimJournal(file: string): () => void {
  const lock = `${realFile(file)}.lock`
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) })
  try {
    while (!create(lock, mine)) {
      const text = read(lock)
      if (text === null) continue // Another process has released the lock in the meantime.
      if (isHeld(lock, text))
        throw new Problem(
          2,
          `The run with the journal ${file} is still active${whose(text)}. Wait until the run ends, or stop it.`,
        )
      takeAway(lock, text)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(3, `Cannot write ${lock} (${code}). Make its folder writable, or free disk space.`)
  }
  return () => {
    if (read(lock) === mine) rmSync(lock, { force: true })
  }
}

/** Resolves links, so that a journal has a single lock. */
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return join(realpathSync(dirname(file)), basename(file))
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
  if (holder === null)
    return (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - LOCK_WRITE_TIMEOUT_MS
  return isRunning(holder.pid, lock, holder.start)
}

function whose(text: string): string {
  const holder = parse(text)
  return holder ? ` (process ${holder.pid})` : ''
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
