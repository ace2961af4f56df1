import { runOnThreads } from '../threads.ts'
import { type ReadForIndex, readForIndex } from './read-for-index.ts'
import { type Registry, registryAt } from './registry.ts'

/** The minimum number of files for which starting threads saves time. */
const MIN_FILES_FOR_THREADS = 400
const FILES_PER_BATCH = 50

/** A batch of files for one thread. */
export interface ReadBatch {
  directory: string
  names: string[]
}

/**
 * Reads document files, on all processors if there are many. The results come in no particular order.
 * @param take called with each batch of results before more are read
 */
export async function readManyForIndex(
  registry: Registry,
  names: string[],
  take: (results: ReadForIndex[]) => Promise<void>,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(names.length / FILES_PER_BATCH) }, (_, index) => ({
    directory: registry.directory,
    names: names.slice(index * FILES_PER_BATCH, (index + 1) * FILES_PER_BATCH),
  }))
  if (names.length < MIN_FILES_FOR_THREADS) {
    for (const batch of batches) await take(readBatch(batch))
    return
  }
  await runOnThreads(new URL('./read-for-index-worker.ts', import.meta.url), batches, take)
}

/** Reads one batch of files. */
export function readBatch({ directory, names }: ReadBatch): ReadForIndex[] {
  const registry = registryAt(directory)
  return names.map((name) => readForIndex(registry, name))
}
