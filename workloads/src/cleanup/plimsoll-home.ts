import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The path of `~/.plimsoll`. This folder is inside the default file share of every engine, so bind mounts also work for
 * engines with a VM.
 */
export function plimsollHome(): string {
  return join(homedir(), '.plimsoll')
}

/** The cache of toolchains and of the base image. */
export function cacheDirectory(): string {
  return join(plimsollHome(), 'cache')
}
