import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRunning, startOf } from '../cleanup/running.ts'
import { Problem } from '../problem.ts'

/** How long a lock file may be without its text, in ms: it is made first and filled then. */
const FILLING = 2000

/**
 * Claim a journal for this process, by a lock file beside it: two runs that wrote into one journal would spoil it. The
 * lock of a process that is gone is taken over.
 * @param file in a directory that is there, whether it is there itself or not
 * @returns a function that gives the journal back
 * @throws Problem: 2 when another run has it, 3 when there can be no lock
 */
export function claimJournal(file: string): () => void {
  const lock = `${realFile(file)}.lock`
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) })
  try {
    while (!create(lock, mine)) {
      const text = read(lock)
      if (text === null) continue // given back meanwhile
      if (isHeld(lock, text))
        throw new Problem(2, `The run of ${file} is going on${whose(text)}: wait for it, or end it first.`)
      takeAway(lock, text)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(3, `${lock} cannot be written (${code}): make its folder writable, or make space.`)
  }
  return () => {
    if (read(lock) === mine) rmSync(lock, { force: true })
  }
}

/** Whatever link it is named by, a journal has one lock. */
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

/** @returns null when there is none */
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
  if (holder === null) return (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - FILLING
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

/** Take a dead lock away, and nothing that another process has put in its place since it was read. */
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
