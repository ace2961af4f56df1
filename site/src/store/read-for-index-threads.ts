import { onThreads } from '../threads.ts'
import { type ReadForIndex, readForIndex } from './read-for-index.ts'
import { type Registry, registryAt } from './registry.ts'

/** Minimum number of files for which starting threads pays off. */
const WORTH_THREADS = 400
const FILES_PER_TURN = 50

/** A batch of files for one thread. */
export interface ReadTurn {
  directory: string
  names: string[]
}

/**
 * Reads document files, on all processors if there are many. The results come in no particular order.
 * @param take called with each batch of results before more are read
 */
export async function readMany(
  registry: Registry,
  names: string[],
  take: (results: ReadForIndex[]) => Promise<void>,
): Promise<void> {
  const turns = Array.from({ length: Math.ceil(names.length / FILES_PER_TURN) }, (_, index) => ({
    directory: registry.directory,
    names: names.slice(index * FILES_PER_TURN, (index + 1) * FILES_PER_TURN),
  }))
  if (names.length < WORTH_THREADS) {
    for (const turn of turns) await take(readTurn(turn))
    return
  }
  await onThreads(new URL('./read-for-index-worker.ts', import.meta.url), turns, take)
}

/** Reads one batch of files. */
export function readTurn({ directory, names }: ReadTurn): ReadForIndex[] {
  const registry = registryAt(directory)
  return names.map((name) => readForIndex(registry, name))
}
