import { readFileSync, statSync } from 'node:fs'
import { InvalidDocument } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { toBatches } from '../store/batches.ts'
import { importDocuments, recordReplications } from '../store/import.ts'
import { collectRows, type RowCollector, replaceRuns, withIndex } from '../store/index-database.ts'
import type { IndexRows } from '../store/index-rows.ts'
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

/** What became of a file, with its position among all files, and the rows of a new run for the index. */
interface BatchResult {
  position: number
  result: ImportedFile
  rows: IndexRows | null
}

/**
 * Imports files, on all processors if there are many, and large ones last. A storage error ends the import. The index gets
 * the rows of new runs as far as it can be used; the caller must synchronize it.
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
  const collector = collectForIndex(registry)
  const take = async (results: BatchResult[]) => {
    for (const { position, result } of results) imported[position] = result
    for (let result = imported[next]; result !== undefined; result = imported[++next]) onImported(result)
    await collector.add(results.flatMap(({ rows }) => rows ?? []))
    done += results.length
    await onProgress(done)
  }
  const all = [...files.entries()]
  const { small, large } = toBatches(all, ([, { path }]) => statusOf(path).size, FILES_PER_BATCH)
  const toBatch = (batch: typeof all): ImportBatch => ({ registry, files: batch })
  try {
    if (files.length < MIN_FILES_FOR_THREADS) for (const batch of small) await take(await importBatch(toBatch(batch)))
    else await callForAll(onThread<typeof importBatch>(import.meta.url, 'importBatch'), small.map(toBatch), take)
    for (const file of large) await take(await importBatch(toBatch([file])))
    await collector.flush()
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

/** Collects rows for the index of a registry. If the index cannot be used, synchronizing it later says so. */
function collectForIndex(registry: Registry): RowCollector {
  let isUsable = true
  return collectRows(async (rows) => {
    if (!isUsable) return
    await withIndex(registry, (client) => replaceRuns(client, [], rows)).catch(() => {
      isUsable = false
    })
  })
}

/**
 * Imports one batch of files, in their order. Their runs are durable when this resolves.
 * @public threads call it
 */
export async function importBatch({ registry, files }: ImportBatch): Promise<BatchResult[]> {
  const reads = files.map(
    ([, file]) =>
      () =>
        readFile(file),
  )
  const results = await importDocuments(registry, reads)
  return results.map((run, index): BatchResult => {
    const [position, file] = files[index] as ImportBatch['files'][number]
    if (run instanceof Error) return { position, result: { reason: describeRejection(file, run) }, rows: null }
    const { rows, ...result } = run
    return { position, result, rows }
  })
}

function describeRejection({ path }: FileToImport, error: InvalidDocument | RegistryError): string {
  const name = path === STDIN ? 'Standard input' : path
  return error instanceof InvalidDocument
    ? `${name} is not a valid run document:\n${listErrors(error.errors)}`
    : `${name}: ${error.message}`
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
