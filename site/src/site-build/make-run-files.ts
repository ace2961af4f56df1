import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import type { Template } from '../page-parts/template.ts'
import { type IndexedFacts, makeRunFile } from '../run-page/make-run-file.ts'
import { toBatches } from '../store/batches.ts'
import { documentFile } from '../store/documents.ts'
import { fileStatus } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { onWorker, shareWithWorker } from '../worker.ts'

/** For fewer runs than this, starting a worker takes longer than making the files. */
const MIN_RUNS_FOR_WORKER = 30
const RUNS_PER_BATCH = 10

/** A batch of files to make. */
export interface MakeBatch {
  registry: Registry
  template: Template
  /** The directory to which the files are written. */
  directory: string
  files: { name: string; indexed: IndexedFacts }[]
}

/**
 * Makes files of runs. If there are many, a worker makes some of them. Next is not used for files of runs: it renders
 * files one by one, and takes one and a half times as long for each.
 * @param names the paths of the files below `/runs`
 * @param indexedFacts returns what the index knows about a run
 * @param directory the directory to write the files to
 * @param onProgress called with the number of files made and the number of all files
 * @throws RegistryError `build-failed`
 */
export async function makeRunFiles(
  registry: Registry,
  template: Template,
  { names, indexedFacts }: { names: readonly string[]; indexedFacts: (id: string) => IndexedFacts },
  directory: string,
  onProgress: (done: number, total: number) => unknown,
): Promise<void> {
  mkdirSync(directory, { recursive: true })
  const runs = [...Map.groupBy(names, (name) => name.split('.')[0] ?? '').entries()].map(([id, own]) => ({ id, own }))
  const filesOf = ({ id, own }: (typeof runs)[number]) => own.map((name) => ({ name, indexed: indexedFacts(id) }))
  const sizeOf = ({ id }: (typeof runs)[number]) => fileStatus(documentFile(registry, id)).size
  const toBatch = (members: typeof runs): MakeBatch => {
    return { registry, template, directory, files: members.flatMap(filesOf) }
  }
  const batches = toBatches(runs, sizeOf, RUNS_PER_BATCH).map(toBatch)
  let done = 0
  const take = async (made: number) => {
    done += made
    await onProgress(done, names.length)
  }
  try {
    if (runs.length < MIN_RUNS_FOR_WORKER) for (const batch of batches) await take(await makeBatch(batch))
    else await shareWithWorker(makeBatch, MAKE_BATCH, batches, take)
  } catch (error) {
    if (error instanceof RegistryError) throw error
    const message = `Run files could not be created: ${(error as Error).message}`
    throw Object.assign(new RegistryError('build-failed', message, EXIT.environment), { cause: error })
  }
}

/**
 * Makes the files of one batch.
 * @returns number of files made
 * @public a worker calls it
 */
export async function makeBatch({ registry, template, directory, files }: MakeBatch): Promise<number> {
  for (const { name, indexed } of files) {
    const made = await makeRunFile(registry, template, name, indexed)
    if (made === null)
      throw new Error(`the registry changed during the build, so /runs/${name} could not be built. Build again.`)
    writeFileSync(path.join(directory, name), made.body)
  }
  return files.length
}

const MAKE_BATCH = onWorker<typeof makeBatch>(import.meta.url, 'makeBatch')
