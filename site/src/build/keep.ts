import { copyFileSync, linkSync, mkdirSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'

/**
 * Adds files of one directory to another and keeps their times. Makes hard links, which need no space. Makes copies if
 * the file system has no hard links.
 * @param names the paths of the files, the same below both directories
 */
export function keepFiles(from: string, to: string, names: string[]): void {
  for (const folder of new Set(names.map((name) => path.dirname(name)))) {
    mkdirSync(path.join(to, folder), { recursive: true })
  }
  for (const name of names) keepFile(path.join(from, name), path.join(to, name))
}

function keepFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    copyFileSync(from, to)
    const { atimeMs, mtimeMs } = statSync(from)
    utimesSync(to, atimeMs / 1000, mtimeMs / 1000)
  }
}
