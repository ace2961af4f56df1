import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory and its parents one level at a time. `mkdirSync` with `recursive` never returns if a file system
 * reports new directories as missing, as /proc does.
 * @throws the system's error
 */
export function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isDirectory(directory)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
