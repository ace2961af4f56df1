import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Make a directory and those above it. One level at a time, because `mkdirSync` with `recursive` never ends where a file
 * system refuses new directories as if they were missing ones, as /proc does. @throws the system's error
 */
export function makeDirectory(directory: string): void {
  if (isDirectory(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isDirectory(directory)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
