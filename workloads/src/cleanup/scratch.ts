import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory } from './home.ts'
import { isRunning, startOf } from './running.ts'

/**
 * Use a new directory of the cache for what is of use on the way alone: it is removed at the end. Its name begins with
 * the number of this process and its start, by which a later one tells what a killed one has left.
 */
export async function inScratch<T>(use: (directory: string) => Promise<T>): Promise<T> {
  mkdirSync(scratchDirectory(), { recursive: true })
  const scratch = mkdtempSync(join(scratchDirectory(), `${process.pid}-${startOf(process.pid)}-`))
  try {
    return await use(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Remove the scratch directories of processes that are gone. @returns how many there were */
export function removeDeadScratch(): number {
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
