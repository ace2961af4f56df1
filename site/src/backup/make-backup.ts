import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from '../build/target.ts'
import { RegistryError } from '../errors.ts'
import { idOfFile, listDocumentFiles, readDocumentBytes } from '../store/documents.ts'
import { makeDirectory, sync, syncTree } from '../store/durable.ts'
import type { DocumentFault } from '../store/read-for-index.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { isRegularFile } from '../store/regular-file.ts'
import { sha256 } from '../store/sha256.ts'
import { examineStatements, isDeleted, listStated, statementFile } from '../store/statements.ts'
import { type Checksums, writeChecksums } from './checksums.ts'
import { copyPages, type Put } from './copy-pages.ts'

/** What a backup holds: how many of each. */
export interface Backup {
  documents: number
  /** files of statements, one for each run */
  statements: number
  editions: number
  /** files of runs as they were made, of the built site */
  runFiles: number
  /** files among the documents that are none; they are left out */
  faults: DocumentFault[]
}

/**
 * Copies what a registry holds, and the pages of its runs, into a new directory, which is there whole or not at all.
 * The registry may be served and written to meanwhile: what was acknowledged before this began is in the copy. Every
 * document is seen to be what its name says. The index follows from the rest and is not in it.
 * @param site where the site is built, if it is
 * Throws `backup-exists` and `link-in-registry`
 */
export async function makeBackup(registry: Registry, site: string, target: string): Promise<Backup> {
  if (existsSync(target)) {
    throw new RegistryError('backup-exists', `${target} is there already; name a new directory for each backup.`)
  }
  makeDirectory(path.dirname(target))
  const unfinished = `${target}.unfinished-${process.pid}`
  try {
    mkdirSync(unfinished)
    const backup = await copy(registry, site, unfinished)
    syncTree(unfinished)
    renameSync(unfinished, target)
    sync(path.dirname(target))
    return backup
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function copy(registry: Registry, site: string, directory: string): Promise<Backup> {
  const checksums: Checksums = new Map()
  const put: Put = (name, bytes) => {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    writeFileSync(path.join(directory, name), bytes, { flag: 'wx' })
    checksums.set(name, sha256(bytes))
  }
  // Documents first: a statement is written after its document.
  const faults = copyDocuments(registry, put)
  const stated = listStated(registry).map((id) => statementFile(registry, id))
  copyFiles('statements', registry.statements, stated, put)
  for (const id of deletedMeanwhile(registryAt(directory), checksums)) {
    rmSync(path.join(directory, documentName(id)))
    checksums.delete(documentName(id))
  }
  const editions = listFiles(registry.editions).filter((name) => /^[^.].*\.(json|csv)$/.test(name))
  const frozen = editions.map((name) => path.join(registry.editions, name))
  copyFiles('editions', registry.editions, frozen, put)
  // The site may have all files of a run that was taken out, until it is built again.
  const isHeld = (id: string) => checksums.has(documentName(id))
  const runFiles = await copyPages(site, isHeld, put)
  writeChecksums(directory, checksums)
  const count = (folder: string) => [...checksums.keys()].filter((name) => name.startsWith(`${folder}/`)).length
  return {
    documents: count('documents'),
    statements: count('statements'),
    editions: count('editions'),
    runFiles,
    faults,
  }
}

function copyDocuments(registry: Registry, put: Put): DocumentFault[] {
  const faults: DocumentFault[] = []
  for (const name of listDocumentFiles(registry)) {
    const fault = copyDocument(registry, name, put)
    if (fault !== null) faults.push({ file: path.join(registry.documents, name), pointer: '', message: fault })
  }
  return faults
}

/** Returns in one sentence why a file is no document. */
function copyDocument(registry: Registry, name: string, put: Put): string | null {
  const id = idOfFile(name)
  if (id === null) return 'it is not named by the id of a run'
  try {
    put(documentName(id), readDocumentBytes(registry, id))
    return null
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    // Taken out meanwhile.
    return error.code === 'unknown-run' ? null : error.message
  }
}

/** Copies files of a directory. Throws `link-in-registry`: without what was said of a run, its document is another thing. */
function copyFiles(folder: string, directory: string, files: string[], put: Put): void {
  for (const file of files) {
    if (!isRegularFile(file)) {
      throw new RegistryError('link-in-registry', `${file} is a link, or no file; put there what it leads to.`)
    }
    put(`${folder}/${path.relative(directory, file)}`, readFileSync(file))
  }
}

/** Runs whose documents were copied, and then taken out for good: a backup must not bring them back. */
function deletedMeanwhile(copied: Registry, checksums: Checksums): string[] {
  const names = [...checksums.keys()].filter((name) => name.startsWith('documents/'))
  const ids = names.map((name) => path.basename(name, '.json'))
  return ids.filter((id) => isDeleted(examineStatements(copied, id).statements))
}

function documentName(id: string): string {
  return `documents/${id}.json`
}
