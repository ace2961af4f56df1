import { RegistryError } from '../errors.ts'
import { toBatches } from '../store/batches.ts'
import { fileStatus } from '../store/durable-files.ts'
import { type ImportedRun, storeDocuments } from '../store/import.ts'
import { collectRows, type RowCollector, replaceRuns, withIndex } from '../store/index-database.ts'
import type { Registry } from '../store/registry.ts'
import { shareWithWorker } from '../worker.ts'
import {
  describeRejection,
  type FileEntry,
  type FileToImport,
  VALIDATE_BATCH,
  type ValidatedFile,
  validateBatch,
} from './validate-files.ts'

/** What became of a file: a stored run, or the reason why it was rejected. */
export type ImportedFile = { id: string; added: boolean } | { reason: string }

/** For fewer files than this, starting a worker takes longer than importing. */
const MIN_FILES_FOR_WORKER = 200
const FILES_PER_BATCH = 50
/** The number of batches that wait for the disk together. */
const MAX_STORING = 2

/**
 * Imports files. If there are many, a worker checks documents too, while others are stored. A
 * storage error ends the import. The index gets the rows of new runs as far as it can be used; the caller must synchronize
 * it.
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
  const storing: Promise<void>[] = []
  let [done, next] = [0, 0]
  const collector = collectForIndex(registry)
  const store = async (batch: FileEntry[], checked: ValidatedFile[]) => {
    const results = await storeBatch(registry, batch, checked)
    for (const [index, [position]] of batch.entries()) imported[position] = toImported(results[index] as BatchResult)
    for (let result = imported[next]; result !== undefined; result = imported[++next]) onImported(result)
    await collector.add(results.flatMap((result) => ('rows' in result ? (result.rows ?? []) : [])))
    done += batch.length
    await onProgress(done)
  }
  const storeMeanwhile = async ({ batch, checked }: { batch: FileEntry[]; checked: ValidatedFile[] }) => {
    const stored = store(batch, checked)
    // It is awaited later. Until then, its error must not end the process.
    stored.catch(() => {})
    storing.push(stored)
    if (storing.length >= MAX_STORING) await storing.shift()
  }
  const all = [...files.entries()]
  const batches = toBatches(all, ([, { path }]) => fileStatus(path).size, FILES_PER_BATCH).map((batch) => ({
    registry,
    batch,
  }))
  try {
    if (files.length < MIN_FILES_FOR_WORKER)
      for (const one of batches) await store(one.batch, validateBatch(one).checked)
    else await shareWithWorker(validateBatch, VALIDATE_BATCH, batches, storeMeanwhile)
    await Promise.all(storing)
    await collector.flush()
  } finally {
    await Promise.allSettled(storing)
    // `forEach` leaves out the results that are not known.
    imported.slice(next).forEach(onImported)
  }
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

type BatchResult = ImportedRun | { reason: string }

/** Stores the documents of one batch. They are durable when this resolves. */
async function storeBatch(registry: Registry, batch: FileEntry[], checked: ValidatedFile[]): Promise<BatchResult[]> {
  const documents = checked.flatMap((file) => ('document' in file ? [file.document] : []))
  const stored = (await storeDocuments(registry, documents)).values()
  return checked.map((file, index): BatchResult => {
    if ('reason' in file) return file
    const [, given] = batch[index] as FileEntry
    const run = stored.next().value as ImportedRun | RegistryError
    return run instanceof RegistryError ? { reason: describeRejection(given, run) } : run
  })
}

function toImported(result: BatchResult): ImportedFile {
  if ('reason' in result) return result
  const { rows: _, ...run } = result
  return run
}
