import { lstatSync } from 'node:fs'

/**
 * Whether a path is a file itself. In a registry that is a git repository anybody may propose one that is a link, and
 * what it leads to is not theirs to publish.
 */
export function isRegularFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
