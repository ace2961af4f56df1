import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { isAlive } from '@plimsoll/schema/node'
import { MANIFEST } from './manifest.ts'

/**
 * Returns the directory beside the site in which this process builds the new site, or to which it moves the old one.
 * This directory lies on the same file system as the site, so that renames can exchange the two sites.
 */
export function stagingDirectory(directory: string, which: 'new' | 'old'): string {
  return `${directory}.plimsoll-${which}-${process.pid}`
}

/**
 * Cleans up after killed builds. If there is no site, puts the old site back, because not all of its pages can be made
 * again. Deletes all other staging directories, which are directories beside the site for the new or the old site. The
 * caller must hold the build lock.
 */
export function recoverSite(directory: string): void {
  const retired = findRetiredSite(directory)
  if (retired !== null) renameSync(retired, directory)
  for (const { name, pid } of stagingDirectoriesOf(directory)) {
    // Delete a directory with the id of this process: an earlier process with the same id made it. Keep those of other
    // running processes: a build of another installation may be running.
    if (pid === process.pid || !isAlive(pid)) rmSync(name, { recursive: true, force: true })
  }
}

/** Returns the old site that a killed build had moved aside. Returns null if there is a site in its original place. */
export function findRetiredSite(directory: string): string | null {
  if (existsSync(directory)) return null
  const sites = stagingDirectoriesOf(directory).filter(
    ({ which, name }) => which === 'old' && existsSync(path.join(name, MANIFEST)),
  )
  const times = sites.map(({ name }) => ({ name, time: statSync(path.join(name, MANIFEST)).mtimeMs }))
  return times.sort((a, b) => b.time - a.time)[0]?.name ?? null
}

function stagingDirectoriesOf(directory: string): { name: string; which: string; pid: number }[] {
  const parent = path.dirname(directory)
  const start = `${path.basename(directory)}.plimsoll-`
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(start)) : []
  return names.flatMap((name) => {
    const [, which = '', pid = ''] = /^(new|old)-(\d+)$/.exec(name.slice(start.length)) ?? []
    return which === '' ? [] : [{ name: path.join(parent, name), which, pid: Number(pid) }]
  })
}
