import { homedir } from 'node:os'
import { join } from 'node:path'

/** `~/.plimsoll`. It is inside the default file share of every engine, so bind mounts work for engines with a VM. */
export function plimsollHome(): string {
  return join(homedir(), '.plimsoll')
}

/** The cache of toolchains and of the base image. */
export function cacheDirectory(): string {
  return join(plimsollHome(), 'cache')
}
