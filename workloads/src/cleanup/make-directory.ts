import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../problem.ts'

/**
 * Creates a directory and its parents one level at a time. `mkdirSync` with `recursive` never returns if a file system
 * reports new directories as missing, as /proc does.
 * @throws Problem (2) for a link to a folder that does not exist, otherwise the system's error
 */
export function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isDirectory(directory)) return
    if (lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Problem(
        2,
        `${directory} is a link to something that is no folder. Create that folder, or name another one.`,
      )
    throw error
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch (error) {
    // A link that leads to itself leads to no folder, like one to a missing folder.
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return false
    throw error
  }
}
