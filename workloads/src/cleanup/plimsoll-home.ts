import { homedir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../problem.ts'

/**
 * The path of `~/.plimsoll`. This folder is inside the default file share of every engine, so bind mounts also work for
 * engines with a VM.
 * @throws Problem (3) if this user has no home directory
 */
export function plimsollHome(): string {
  return join(homeDirectory(), '.plimsoll')
}

/** The cache of toolchains and of the base image. */
export function cacheDirectory(): string {
  return join(plimsollHome(), 'cache')
}

/**
 * The home directory of this user.
 * @throws Problem (3) if there is none: HOME is not set, and the user is unknown to the system
 */
export function homeDirectory(): string {
  try {
    return homedir()
  } catch (cause) {
    throw new Problem(3, 'This user has no home directory. Set HOME to a writable folder.', { cause })
  }
}
