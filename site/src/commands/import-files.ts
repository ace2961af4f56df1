import { readFileSync, statSync } from 'node:fs'
import { InvalidDocument } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { toBatches } from '../store/batches.ts'
import { syncDirectoriesOnce } from '../store/durable-files.ts'
import { importDocument, recordReplications } from '../store/import.ts'
import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { callForAll, onThread } from '../threads.ts'
import { listErrors } from './report-faults.ts'

/** The name that stands for standard input. */
export const STDIN = '-'

/** A file to import. */
export interface FileToImport {
  path: string
  /** Whether the user named this file, and not its directory. */
  isGiven: boolean
}

/** What became of a file: a stored run, or the reason why it was rejected. */
export type ImportedFile = { id: string; added: boolean; repeats: boolean } | { reason: string }

/** For fewer files than this, starting threads takes longer than importing. */
const MIN_FILES_FOR_THREADS = 200
const FILES_PER_BATCH = 20

/** A batch of files for one thread, with the position of each among all files. */
interface ImportBatch {
  registry: Registry
  files: [position: number, file: FileToImport][]
}

/**
 * Imports files, on all processors if there are many, and large ones last. A storage error ends the import.
 * @param onImported called with each result, in the order of the files, as soon as the run is durable and all results
 * before it are known. If the import ends early, it is called with the other known results too.
 * @param onProgress called with the number of files done
 */
export async function importFiles(
  registry: Registry,
  files: FileToImport[],
  onImported: (result: ImportedFile) => void,
  onProgress: (done: number) => unknown,
): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = []
  let [done, next] = [0, 0]
  const take = async (results: [position: number, imported: ImportedFile][]) => {
    for (const [position, result] of results) imported[position] = result
    for (let result = imported[next]; result !== undefined; result = imported[++next]) onImported(result)
    done += results.length
    await onProgress(done)
  }
  const all = [...files.entries()]
  const { small, large } = toBatches(all, ([, { path }]) => statusOf(path).size, FILES_PER_BATCH)
  const toBatch = (batch: typeof all): ImportBatch => ({ registry, files: batch })
  try {
    if (files.length < MIN_FILES_FOR_THREADS) for (const batch of small) await take(importBatch(toBatch(batch)))
    else await callForAll(onThread<typeof importBatch>(import.meta.url, 'importBatch'), small.map(toBatch), take)
    for (const file of large) await take(importBatch(toBatch([file])))
  } finally {
    // `forEach` leaves out the results that are not known.
    imported.slice(next).forEach(onImported)
  }
  // Record these on one thread, one after the other: runs that repeat the same run add to the same file.
  recordReplications(
    registry,
    imported.flatMap((result) => ('id' in result && result.repeats ? [result.id] : [])),
  )
  return imported
}

/**
 * Imports one batch of files, in their order. The entries of directories become durable at its end, all at once.
 * @public threads call it
 */
export function importBatch({ registry, files }: ImportBatch): [position: number, imported: ImportedFile][] {
  return syncDirectoriesOnce(() =>
    files.map(([position, file]): [number, ImportedFile] => [position, importFile(registry, file)]),
  )
}

/** A storage error ends the import, so that it is thrown. */
function importFile(registry: Registry, file: FileToImport): ImportedFile {
  try {
    const { id, added, document } = importDocument(registry, readFile(file))
    return { id, added, repeats: document.replicates !== undefined }
  } catch (error) {
    const name = file.path === STDIN ? 'Standard input' : file.path
    if (error instanceof InvalidDocument)
      return { reason: `${name} is not a valid run document:\n${listErrors(error.errors)}` }
    if (error instanceof RegistryError) return { reason: `${name}: ${error.message}` }
    throw error
  }
}

/** Reads a file to import. An unreadable file is rejected like an invalid document. */
function readFile({ path, isGiven }: FileToImport): Buffer {
  try {
    // Reading a named pipe of a directory would wait for a writer, perhaps for ever.
    if (isGiven || statSync(path).isFile()) return readFileSync(path === STDIN ? 0 : path)
  } catch (error) {
    throw new RegistryError(
      'unreadable-file',
      `the file cannot be read (${(error as Error).message}). Give a readable run document.`,
    )
  }
  throw new RegistryError('unreadable-file', 'it is not a regular file. Give a readable run document.')
}
