import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { RegistryError } from '../errors.ts'
import type { ProgressReporter } from '../progress.ts'
import { listDocuments, readDocumentBytes } from '../store/documents.ts'
import { makeDirectory, sync, syncTree } from '../store/durable-files.ts'
import { keyLogFile } from '../store/key-log.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { logFolder } from '../transparency/log-folder.ts'
import { type Checksums, readChecksums } from './checksums.ts'

/**
 * The folders of a backup in the order of the restore. Documents come last: without documents, the registry counts as
 * empty.
 */
const FOLDERS = ['editions', 'statements', 'documents'] as const

/**
 * Restores a backup into an empty registry, and the pages of its runs into the directory of the site. Before it puts
 * any file in place, it checks the checksum of every file and the id in the name of every document. The caller
 * synchronises the index.
 * @param site directory for the site; if the backup has pages, it must be empty or new
 * @param say called with each step, and with how much of it is done
 * @returns number of documents
 * @throws RegistryError `not-a-backup`, `damaged-backup`, `registry-not-empty`, `site-not-empty`
 */
export async function restoreBackup(
  backup: string,
  registry: Registry,
  site: string,
  say: ProgressReporter = () => {},
): Promise<number> {
  const checksums = readChecksums(backup)
  const hasPages = [...checksums.keys()].some((name) => name.startsWith('site/'))
  assertEmpty(registry)
  if (hasPages) assertNoSite(site)
  // Prepare the restored files on the target's file system, so that a rename puts them in place at once.
  const staging = path.join(registry.directory, '.restore')
  const newSite = `${site}.restore-${process.pid}`
  rmSync(staging, { recursive: true, force: true })
  try {
    const targetOf = (name: string) =>
      name.startsWith('site/') ? path.join(newSite, name.slice('site/'.length)) : path.join(staging, name)
    await copy(backup, checksums, targetOf, say)
    const count = await verifyDocuments(backup, staging, say)
    await syncTree(staging, (done, total) => say('writing files to the disk', done, total))
    if (hasPages) await moveIntoPlace(newSite, site)
    const keys = keyLogFile(registryAt(staging))
    if (existsSync(keys)) renameSync(keys, keyLogFile(registry))
    const log = logFolder(registryAt(staging))
    if (existsSync(log)) await moveIntoPlace(log, logFolder(registry))
    for (const folder of FOLDERS) {
      if (existsSync(path.join(staging, folder))) await moveIntoPlace(path.join(staging, folder), registry[folder])
    }
    return count
  } finally {
    for (const directory of [staging, newSite]) rmSync(directory, { recursive: true, force: true })
  }
}

function assertEmpty(registry: Registry): void {
  const isEmpty = FOLDERS.every((folder) => readdirSync(registry[folder]).length === 0)
  if (isEmpty && !existsSync(logFolder(registry))) return
  throw new RegistryError(
    'registry-not-empty',
    `'${registry.directory}' is not empty. A restore never overwrites data. Choose an empty or new directory with --registry.`,
  )
}

function assertNoSite(site: string): void {
  if (!existsSync(site) || readdirSync(site).length === 0) return
  throw new RegistryError(
    'site-not-empty',
    `'${site}' is not empty, and the pages of runs would be restored there. Choose an empty or new directory with --out.`,
  )
}

/** Copies the files of a backup. A link could lead to any file of this machine, which would then be published. */
async function copy(
  backup: string,
  checksums: Checksums,
  targetOf: (name: string) => string,
  say: ProgressReporter,
): Promise<void> {
  const folder = realpathSync(backup)
  let done = 0
  for (const [name, sum] of checksums) {
    await say('copying files', done++, checksums.size)
    const file = path.join(backup, name)
    if (!existsSync(file)) throw damaged(`${file} is missing`)
    if (realpathSync(file) !== path.join(folder, name)) throw damaged(`${file} is behind a link`)
    const bytes = readFileSync(file)
    if (sha256(bytes) !== sum) throw damaged(`${file} was changed after it was backed up`)
    makeDirectory(path.dirname(targetOf(name)))
    writeFileSync(targetOf(name), bytes)
  }
}

async function verifyDocuments(backup: string, staging: string, say: ProgressReporter): Promise<number> {
  mkdirSync(path.join(staging, 'documents'), { recursive: true })
  const staged = registryAt(staging)
  const ids = listDocuments(staged)
  for (const [done, id] of ids.entries()) {
    await say('verifying documents', done, ids.length)
    try {
      readDocumentBytes(staged, id)
    } catch {
      throw damaged(`${path.join(backup, 'documents', `${id}.json`)} does not match the run id in its name`)
    }
  }
  return ids.length
}

function damaged(what: string): RegistryError {
  return new RegistryError('damaged-backup', `${what}. Nothing was restored. Use another backup.`)
}

/**
 * Moves a file or directory to its final place and flushes it to disk. An empty directory at that place is replaced.
 */
async function moveIntoPlace(from: string, to: string): Promise<void> {
  await syncTree(from)
  renameSync(from, to)
  sync(path.dirname(to))
}
