import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { isAlive } from './build-lock.ts'

/** Marks a directory as one that a build may replace: it lists the files the build made, one a line. */
export const MARKER = '.plimsoll-site'

/** Where this process makes the new site of a directory, or puts the old one aside: on the same file system. */
export function besideOf(directory: string, which: 'new' | 'old'): string {
  return `${directory}.plimsoll-${which}-${process.pid}`
}

/**
 * Puts right what builds left that were killed: where there is no site, the one that was to be exchanged is put back,
 * with all its pages that nobody can make again as they were; the rest is removed. For whoever holds the build lock.
 */
export function putRight(directory: string): void {
  const lastSite = lastSiteOf(directory)
  if (lastSite !== null) renameSync(lastSite, directory)
  for (const { name, pid } of leftBeside(directory)) {
    // Nothing beside is this process's own yet; that of another installation may be at work.
    if (pid === process.pid || !isAlive(pid)) rmSync(name, { recursive: true, force: true })
  }
}

/** The site that was to be exchanged when a build was killed; null where there is one in its place. */
export function lastSiteOf(directory: string): string | null {
  if (existsSync(directory)) return null
  const sites = leftBeside(directory).filter(
    ({ which, name }) => which === 'old' && existsSync(path.join(name, MARKER)),
  )
  const times = sites.map(({ name }) => ({ name, time: statSync(path.join(name, MARKER)).mtimeMs }))
  return times.sort((a, b) => b.time - a.time)[0]?.name ?? null
}

function leftBeside(directory: string): { name: string; which: string; pid: number }[] {
  const parent = path.dirname(directory)
  const start = `${path.basename(directory)}.plimsoll-`
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(start)) : []
  return names.flatMap((name) => {
    const [, which = '', pid = ''] = /^(new|old)-(\d+)$/.exec(name.slice(start.length)) ?? []
    return which === '' ? [] : [{ name: path.join(parent, name), which, pid: Number(pid) }]
  })
}
