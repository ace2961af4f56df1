import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import type { Template } from '../page/template.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { onThreads } from '../threads.ts'

/** For fewer runs than this, starting another thread takes longer than making the files. */
const WORTH_THREADS = 30
const RUNS_PER_TURN = 10

/** The files that one thread makes. */
export interface MakeTurn {
  /** The directory of the registry. */
  registry: string
  template: Template
  /** The directory for the files. */
  directory: string
  names: string[]
}

/**
 * Makes files of runs; many of them on all processors, with all files of one run on one. Next would also render them
 * one by one, and take half as long again for each.
 * @param names below `/runs`
 * @param directory for the files
 * @param onProgress called with the number of files made and to make
 * @throws RegistryError `build-failed`
 */
export async function makeRunFiles(
  registry: Registry,
  template: Template,
  names: readonly string[],
  directory: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  mkdirSync(directory, { recursive: true })
  const runs = [...Map.groupBy(names, (name) => name.split('.')[0]).values()]
  const turns = Array.from({ length: Math.ceil(runs.length / RUNS_PER_TURN) }, (_, index): MakeTurn => {
    const own = runs.slice(index * RUNS_PER_TURN, (index + 1) * RUNS_PER_TURN).flat()
    return { registry: registry.directory, template, directory, names: own }
  })
  let done = 0
  const take = async (made: number) => {
    done += made
    onProgress(done, names.length)
  }
  try {
    if (runs.length < WORTH_THREADS) for (const turn of turns) await take(await makeTurn(turn))
    else await onThreads(new URL('./make-run-files-worker.ts', import.meta.url), turns, take)
  } catch (error) {
    // An error from a thread has lost its class; a `RegistryError` of this thread already says what to do.
    if (error instanceof RegistryError) throw error
    const why = `Run files could not be created: ${(error as Error).message}`
    throw Object.assign(new RegistryError('build-failed', why, EXIT.environment), { cause: error })
  }
}

/** Makes the files of one turn. @returns number of files made */
export async function makeTurn({ registry, template, directory, names }: MakeTurn): Promise<number> {
  for (const name of names) {
    const made = await makeRunFile(registryAt(registry), template, name)
    if (made === null)
      throw new Error(`no content for /runs/${name}, because the registry changed during the build. Build again.`)
    writeFileSync(path.join(directory, name), made.body)
  }
  return names.length
}
