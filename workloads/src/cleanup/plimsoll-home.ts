import { homedir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../problem.ts'

/**
 * The path of `~/.plimsoll`, which keeps caches, records of runs and the registry.
 * @throws Problem (3) if this user has no home directory
 */
export function plimsollHome(): string {
  return join(homeDirectory(), '.plimsoll')
}

/**
 * The default directory of the slots of native and bind-mounted samples. It exists only while a run measures. It is inside
 * the home directory, which every engine with a VM shares by default. It is not hidden, because some software treats hidden
 * folders differently: Express sends no file from one, and Docker from a snap cannot read one. On macOS, it is among the
 * caches, which Spotlight does not index and Time Machine does not copy.
 * @throws Problem (3) if this user has no home directory
 */
export function samplesDirectory(): string {
  return join(homeDirectory(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : []), 'plimsoll-samples')
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
