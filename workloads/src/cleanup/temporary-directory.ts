import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, readProcessStart } from '@plimsoll/schema/node'
import { noteRemoval } from './last-removal.ts'
import { cacheDirectory } from './plimsoll-home.ts'

/** The temporary directories that are no longer used, and still there. */
const unused: string[] = []

/**
 * Runs `use` with a temporary directory in the cache. The directory is removed when the process ends, or by
 * `removeUnusedDirectories`, and not at once: on a file system without a journal, the removal of many files slows down
 * the samples that follow. The directory's name starts with the pid and the start of this process, so that a later
 * process can find the directories of killed processes.
 */
export async function inTemporaryDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  mkdirSync(scratchDirectory(), { recursive: true })
  const scratch = mkdtempSync(join(scratchDirectory(), `${process.pid}-${readProcessStart(process.pid)}-`))
  try {
    return await use(scratch)
  } finally {
    if (unused.length === 0) process.once('exit', removeUnusedDirectories)
    unused.push(scratch)
  }
}

/** Removes the temporary directories that this process no longer uses. */
export function removeUnusedDirectories(): void {
  process.off('exit', removeUnusedDirectories)
  if (unused.length > 0) noteRemoval()
  for (const directory of unused.splice(0)) rmSync(directory, { recursive: true, force: true })
}

/**
 * Removes the temporary directories of processes that no longer run.
 * @returns the number of removed directories
 */
export function removeAbandonedDirectories(): number {
  const dead = scratches().filter(({ pid, start, directory }) => !isRunning(pid, directory, start))
  if (dead.length > 0) noteRemoval()
  for (const { directory } of dead) rmSync(directory, { recursive: true, force: true })
  return dead.length
}

function scratches(): { pid: number; start: string | null; directory: string }[] {
  let names: string[]
  try {
    names = readdirSync(scratchDirectory())
  } catch {
    return []
  }
  return names.map((name) => {
    const [pid, start = null] = name.split('-')
    return { pid: Number(pid), start, directory: join(scratchDirectory(), name) }
  })
}

function scratchDirectory(): string {
  return join(cacheDirectory(), 'scratch')
}
