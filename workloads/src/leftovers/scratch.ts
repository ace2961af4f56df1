import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory, isRunning } from './home.ts'

/**
 * Use a new directory of the cache for what is of use on the way alone: it is removed at the end. Its name begins with
 * the number of this process, by which a later start tells what a killed one has left.
 */
export async function inScratch<T>(use: (directory: string) => Promise<T>): Promise<T> {
  mkdirSync(scratchDirectory(), { recursive: true })
  const scratch = mkdtempSync(join(scratchDirectory(), `${process.pid}-`))
  try {
    return await use(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Remove the scratch directories of processes that are gone. @returns how many there were */
export function removeDeadScratch(): number {
  const dead = scratches().filter(({ pid, directory }) => !isRunning(pid, directory))
  for (const { directory } of dead) rmSync(directory, { recursive: true, force: true })
  return dead.length
}

function scratches(): { pid: number; directory: string }[] {
  let names: string[]
  try {
    names = readdirSync(scratchDirectory())
  } catch {
    return []
  }
  return names.map((name) => ({ pid: Number.parseInt(name, 10), directory: join(scratchDirectory(), name) }))
}

function scratchDirectory(): string {
  return join(cacheDirectory(), 'scratch')
}
