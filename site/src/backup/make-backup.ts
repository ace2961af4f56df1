import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from '../build/target.ts'
import { RegistryError } from '../errors.ts'
import type { ProgressReporter } from '../progress.ts'
import { idOfFile, listDocumentFiles, readDocumentBytes } from '../store/documents.ts'
import { isRegularFile, makeDirectory, sync, syncTree } from '../store/durable-files.ts'
import { keyLogFile } from '../store/key-log.ts'
import type { DocumentFault } from '../store/read-for-index.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { examineStatements, isDeleted, listRunsWithStatements, statementFile } from '../store/statements.ts'
import { logFiles } from '../transparency/log-folder.ts'
import { type Checksums, writeChecksums } from './checksums.ts'
import { type AddFile, copyRunFiles } from './copy-run-files.ts'
import { type CopiedFiles, dropNewer, stateBefore } from './drop-newer.ts'

/** The contents of a backup. Numbers count files. */
export interface Backup {
  documents: number
  /** The number of files of statements, one per run. */
  statements: number
  editions: number
  /** The number of files of runs in the built site. */
  runFiles: number
  /** The invalid files among the documents of the registry. The backup omits these files. */
  faults: DocumentFault[]
}

/**
 * Copies a registry and the pages of its runs into a new directory, completely or not at all. Meanwhile the registry
 * may be served and written to: the copy holds everything that was acknowledged before the backup began. Checks every
 * document against the hash in its name. Omits the index, which can be rebuilt.
 * @param site directory of the built site, which may be missing
 * @param say called with each step, and with how much of it is done
 * @throws RegistryError `backup-exists`, `link-in-registry`
 */
export async function makeBackup(
  registry: Registry,
  site: string,
  target: string,
  say: ProgressReporter = () => {},
): Promise<Backup> {
  if (existsSync(target)) {
    throw new RegistryError('backup-exists', `'${target}' already exists. Use a new directory for each backup.`)
  }
  makeDirectory(path.dirname(target))
  const unfinished = `${target}.unfinished-${process.pid}`
  try {
    let backup: Backup | null = null
    while (backup === null) {
      rmSync(unfinished, { recursive: true, force: true })
      mkdirSync(unfinished)
      backup = await copy(registry, site, unfinished, say)
    }
    await syncTree(unfinished, (done, total) => say('writing files to the disk', done, total))
    renameSync(unfinished, target)
    sync(path.dirname(target))
    return backup
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Copies a registry. Returns null if a run was deleted meanwhile, so that the copy must be made again. */
async function copy(
  registry: Registry,
  site: string,
  directory: string,
  say: ProgressReporter,
): Promise<Backup | null> {
  const before = await stateBefore(registry)
  const checksums: Checksums = new Map()
  const add: AddFile = (name, bytes) => {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    writeFileSync(path.join(directory, name), bytes, { flag: 'wx' })
    checksums.set(name, sha256(bytes))
  }
  // Copy the log first. A document without a leaf gets one later, but a leaf without its document looks like a lost run.
  if (before.hasLog) for (const [name, bytes] of logFiles(registry)) add(`log/${name}`, bytes)
  // Copy documents before statements: a statement is written after the document that it is about.
  const faults = await copyDocuments(registry, add, say)
  const statements = listRunsWithStatements(registry).map((id) => statementFile(registry, id))
  for (const [done, file] of statements.entries()) {
    await say('copying statements', done, statements.length)
    copyFiles('statements', registry.statements, [file], add)
  }
  const files: CopiedFiles = {
    replace(name, bytes) {
      writeFileSync(path.join(directory, name), bytes)
      checksums.set(name, sha256(bytes))
    },
    remove(name) {
      rmSync(path.join(directory, name))
      checksums.delete(name)
    },
  }
  const copied = registryAt(directory)
  for (const id of deletedMeanwhile(copied, checksums)) files.remove(documentName(id))
  // A key is recorded before the statement that it proves, so copy the keys after the statements.
  if (existsSync(keyLogFile(registry))) copyFiles('', registry.directory, [keyLogFile(registry)], add)
  const names = [...checksums.keys()].filter((name) => /^(documents|statements)\//.test(name))
  const ids = new Set(names.map((name) => path.basename(name).split('.')[0] ?? ''))
  if (!dropNewer(copied, [...ids], before, files)) return null
  const editions = listFiles(registry.editions).filter((name) => /^[^.].*\.(json|csv)$/.test(name))
  const editionFiles = editions.map((name) => path.join(registry.editions, name))
  copyFiles('editions', registry.editions, editionFiles, add)
  // Until the next build, the site may still have the files of a deleted run.
  const hasDocument = (id: string) => checksums.has(documentName(id))
  const runFiles = await copyRunFiles(site, hasDocument, add, say)
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

async function copyDocuments(registry: Registry, add: AddFile, say: ProgressReporter): Promise<DocumentFault[]> {
  const faults: DocumentFault[] = []
  const names = listDocumentFiles(registry)
  for (const [done, name] of names.entries()) {
    await say('copying documents', done, names.length)
    const fault = copyDocument(registry, name, add)
    if (fault !== null) faults.push({ file: path.join(registry.documents, name), pointer: '', message: fault })
  }
  return faults
}

/**
 * Copies a document. If the file is invalid, returns one sentence on why. Returns null if the document was copied, or
 * was deleted meanwhile.
 */
function copyDocument(registry: Registry, name: string, add: AddFile): string | null {
  const id = idOfFile(name)
  if (id === null) return 'its name is not a run id'
  try {
    add(documentName(id), readDocumentBytes(registry, id))
    return null
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    // The run was deleted after its document was listed.
    return error.code === 'unknown-run' ? null : error.message
  }
}

/**
 * Copies files of a directory. A symbolic link is an error: without the linked file, the backup could contain a
 * document without its statements.
 * @throws RegistryError `link-in-registry`
 */
function copyFiles(folder: string, directory: string, files: string[], add: AddFile): void {
  for (const file of files) {
    if (!isRegularFile(file)) {
      throw new RegistryError(
        'link-in-registry',
        `${file} is not a regular file. If it is a link, replace it by the file that it points to.`,
      )
    }
    add(path.join(folder, path.relative(directory, file)), readFileSync(file))
  }
}

/** Returns the runs that were deleted after their documents were copied. A backup must not restore such runs. */
function deletedMeanwhile(copied: Registry, checksums: Checksums): string[] {
  const names = [...checksums.keys()].filter((name) => name.startsWith('documents/'))
  const ids = names.map((name) => path.basename(name, '.json'))
  return ids.filter((id) => isDeleted(examineStatements(copied, id).statements))
}

function documentName(id: string): string {
  return `documents/${id}.json`
}
