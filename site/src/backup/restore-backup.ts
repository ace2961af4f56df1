import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { RegistryError } from '../errors.ts'
import { listDocuments, readDocumentBytes } from '../store/documents.ts'
import { makeDirectory, sync, syncTree } from '../store/durable.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { type Checksums, readChecksums } from './checksums.ts'

/** The documents come last: while they are not there, nothing is. */
const FOLDERS = ['editions', 'statements', 'documents'] as const

/**
 * Puts what a backup holds into an empty registry, and the pages of its runs where the site is built. Every file has the
 * checksum that the backup noted, and every document the id in its name, before any is put in place. The index is the
 * caller's to synchronise. @param site an empty or a new directory, where the backup has pages
 * Throws `not-a-backup`, `damaged-backup`, `registry-not-empty` and `site-not-empty`
 * @returns how many documents there are
 */
export function restoreBackup(backup: string, registry: Registry, site: string): number {
  const checksums = readChecksums(backup)
  const hasPages = [...checksums.keys()].some((name) => name.startsWith('site/'))
  assertEmpty(registry)
  if (hasPages) assertNoSite(site)
  // Beside where it goes: only so can it be put in place at once.
  const staging = path.join(registry.directory, '.restore')
  const newSite = `${site}.restore-${process.pid}`
  rmSync(staging, { recursive: true, force: true })
  try {
    copy(backup, checksums, (name) =>
      name.startsWith('site/') ? path.join(newSite, name.slice('site/'.length)) : path.join(staging, name),
    )
    const count = verifyDocuments(backup, staging)
    syncTree(staging)
    if (hasPages) putInPlace(newSite, site)
    for (const folder of FOLDERS) {
      if (existsSync(path.join(staging, folder))) putInPlace(path.join(staging, folder), registry[folder])
    }
    return count
  } finally {
    for (const directory of [staging, newSite]) rmSync(directory, { recursive: true, force: true })
  }
}

function assertEmpty(registry: Registry): void {
  if (FOLDERS.every((folder) => readdirSync(registry[folder]).length === 0)) return
  throw new RegistryError(
    'registry-not-empty',
    `${registry.directory} is not empty, and nothing is written over; name an empty or a new directory with --registry.`,
  )
}

function assertNoSite(site: string): void {
  if (!existsSync(site) || readdirSync(site).length === 0) return
  throw new RegistryError(
    'site-not-empty',
    `${site} is not empty, and the backup has pages of runs to put there; name an empty or a new directory with --out.`,
  )
}

function copy(backup: string, checksums: Checksums, placeOf: (name: string) => string): void {
  for (const [name, sum] of checksums) {
    const file = path.join(backup, name)
    if (!existsSync(file)) throw damaged(`${file} is missing`)
    const bytes = readFileSync(file)
    if (sha256(bytes) !== sum) throw damaged(`${file} was changed after it was backed up`)
    makeDirectory(path.dirname(placeOf(name)))
    writeFileSync(placeOf(name), bytes)
  }
}

function verifyDocuments(backup: string, staging: string): number {
  mkdirSync(path.join(staging, 'documents'), { recursive: true })
  const staged = registryAt(staging)
  const ids = listDocuments(staged)
  for (const id of ids) {
    try {
      readDocumentBytes(staged, id)
    } catch {
      throw damaged(`${path.join(backup, 'documents', `${id}.json`)} is not the run that its name says`)
    }
  }
  return ids.length
}

function damaged(what: string): RegistryError {
  return new RegistryError('damaged-backup', `${what}; nothing was restored. Take another backup.`)
}

/** What is empty gives way. */
function putInPlace(from: string, to: string): void {
  syncTree(from)
  renameSync(from, to)
  sync(path.dirname(to))
}
