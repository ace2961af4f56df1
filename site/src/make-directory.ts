import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { sync } from './store/durable.ts'

/**
 * Makes a directory and those above it. One level at a time, because `mkdirSync` with `recursive` never ends where a
 * file system refuses new directories as if they were missing ones, as /proc does. Throws what the system says.
 */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) {
    // Says in the system's words that something else is there.
    mkdirSync(directory, { recursive: true })
    return
  }
  makeDirectory(path.dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(directory)) throw error
  }
  // What is stored in a directory that a power cut takes away is gone too.
  sync(path.dirname(directory))
}
