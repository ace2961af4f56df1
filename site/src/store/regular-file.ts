import { lstatSync } from 'node:fs'

/**
 * Whether a path is a regular file and not a symbolic link. If the registry is a git repository, anyone may propose a
 * link, which would publish a file outside the registry.
 */
export function isRegularFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
