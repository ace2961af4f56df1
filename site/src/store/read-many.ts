import { onThreads } from '../threads.ts'
import { type ReadForIndex, readForIndex } from './read-for-index.ts'
import { type Registry, registryAt } from './registry.ts'

/** Fewer files than this are read sooner than another thread is ready. */
const WORTH_THREADS = 400
const FILES_PER_TURN = 50

/** Files that one thread reads at once. */
export interface ReadTurn {
  directory: string
  names: string[]
}

/**
 * Reads files among the documents of a registry, many of them on all processors. The order in which they come is not
 * that of the names. @param take called with each result before more are read
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
  await onThreads(new URL('./read-worker.ts', import.meta.url), turns, take)
}

/** What a thread does with a turn. */
export function readTurn({ directory, names }: ReadTurn): ReadForIndex[] {
  const registry = registryAt(directory)
  return names.map((name) => readForIndex(registry, name))
}
