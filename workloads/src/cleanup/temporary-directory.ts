import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, readProcessStart } from '@plimsoll/schema/node'
import { makeDirectory } from './make-directory.ts'
import { cacheDirectory } from './plimsoll-home.ts'

/**
 * Runs `use` with a temporary directory in the cache, and removes the directory afterwards. The directory's name starts
 * with the pid and the start of this process, so that a later process can find the directories of killed processes.
 */
export async function inTemporaryDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  makeDirectory(scratchDirectory())
  const scratch = mkdtempSync(join(scratchDirectory(), `${process.pid}-${readProcessStart(process.pid)}-`))
  try {
    return await use(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * Removes the temporary directories of processes that no longer run.
 * @returns the number of removed directories
 */
export function removeAbandonedDirectories(): number {
  const dead = scratches().filter(({ pid, start, directory }) => !isRunning(pid, directory, start))
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
