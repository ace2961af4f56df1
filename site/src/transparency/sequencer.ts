import type { Registry } from '../store/registry.ts'
import type { Worker } from '../worker.ts'
import type { RunToLog } from './missing-leaves.ts'
import { ADD_TO_LOG } from './write-log.ts'

/** Adds the runs of a server to the transparency log. */
export interface Sequencer {
  /**
   * Adds what is stored about a run. Resolves when the leaves are in a signed checkpoint, durably.
   * @param hash the hash of the document, if it is known
   */
  add(id: string, hash?: string): Promise<void>
}

/**
 * Starts a sequencer for a registry, and adds everything that has no leaf yet. While one batch is written, the next one
 * collects: under load, many runs share one checkpoint, and otherwise none waits.
 * @param key the private key of the log as text
 * @param worker writes the log
 * @throws RegistryError the errors of `addToLog`
 */
export async function startSequencer(registry: Registry, key: string, worker: Worker): Promise<Sequencer> {
  const write = (runs: RunToLog[] | null) => worker.call(ADD_TO_LOG, registry, key, runs)
  await write(null)
  const add = inBatches(write)
  return { add: (id, hash) => add({ id, hash: hash ?? null }) }
}

interface Batch {
  runs: RunToLog[]
  written: Promise<unknown>
}

/** Returns a function that writes runs in batches, one batch at a time. */
export function inBatches(write: (runs: RunToLog[]) => Promise<unknown>): (run: RunToLog) => Promise<void> {
  let writing: Promise<unknown> = Promise.resolve()
  let next: Batch | null = null
  return async (run) => {
    if (next === null) {
      const runs: RunToLog[] = []
      writing = writing.then(() => {
        next = null
        return write(runs)
      })
      next = { runs, written: writing }
      // A failed batch must not keep the next one from being written.
      writing = writing.catch(() => {})
    }
    next.runs.push(run)
    await next.written
  }
}
