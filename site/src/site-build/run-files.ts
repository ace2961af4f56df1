import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'
import { BUNDLE_EXTENSION, DELETED_EXTENSIONS, RUN_EXTENSIONS } from '../run-page/files.ts'
import type { IndexedFacts } from '../run-page/make-run-file.ts'
import { bundleFile } from '../store/documents.ts'
import { isRegularFile } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { examineStatements, isDeleted, listRunsWithStatements, statementFile } from '../store/statements.ts'
import { type BuildPlan, planFiles, type RecordedFolder } from './made-files.ts'

/** The folder of the files of runs. The name of each file is the id of its run and an extension. */
export const RUNS: RecordedFolder = { folder: 'runs', record: '.plimsoll-runs' }

/**
 * Plans the files of runs. Each file is made once. It is made again only if its document, its statements or the
 * registry's address changed, or if the file is missing or was changed after it was made. A new style, template or
 * analysis does not change old files. A page is also made again if other runs say that they repeat its run.
 * @param runs an identifier of the stored bytes of each run, by the run's id
 * @param indexedFacts returns what the index knows about a run
 */
export function planRuns(
  registry: Registry,
  runs: Map<string, string>,
  site: string,
  baseUrl: string | null,
  indexedFacts: (id: string) => IndexedFacts = () => NO_FACTS,
): BuildPlan {
  return planFiles(site, RUNS, inputsOf(registry, runs, baseUrl, indexedFacts))
}

function* inputsOf(
  registry: Registry,
  runs: Map<string, string>,
  baseUrl: string | null,
  indexedFacts: (id: string) => IndexedFacts,
): Generator<[name: string, inputs: string]> {
  const deleted = listRunsWithStatements(registry).filter((id) => !runs.has(id) && hasDeletionPage(registry, id))
  for (const [id, stored] of [...runs, ...deleted.map((id) => [id, ''] as const)]) {
    const inputs = inputsOfRun(registry, id, stored, baseUrl)
    const { candidates, signature } = runs.has(id) ? indexedFacts(id) : NO_FACTS
    const isPlain = candidates.length === 0 && signature === null
    const page = isPlain ? inputs : `${inputs}+${sha256(JSON.stringify([candidates, signature]))}`
    const extensions = signature === null ? RUN_EXTENSIONS : [...RUN_EXTENSIONS, BUNDLE_EXTENSION]
    for (const extension of runs.has(id) ? extensions : DELETED_EXTENSIONS)
      yield [`${id}.${extension}`, extension === 'html' ? page : inputs]
  }
}

/**
 * Returns a digest of the inputs of a run's files, without what the index knows.
 * @param stored an identifier of the document's bytes; empty if there is no document
 */
export function inputsOfRun(registry: Registry, id: string, stored: string, baseUrl: string | null): string {
  const file = statementFile(registry, id)
  const statements = sha256(existsSync(file) ? readFileSync(file) : '')
  const bundle = bundleFile(registry, id)
  const signed = isRegularFile(bundle) ? [sha256(readFileSync(bundle))] : []
  return sha256(JSON.stringify([stored, statements, baseUrl, ...signed]))
}

/**
 * Whether a run was deleted and its other statements are undamaged. The page of such a run says that the run was
 * deleted.
 */
function hasDeletionPage(registry: Registry, id: string): boolean {
  const { statements, faults } = examineStatements(registry, id)
  return faults.length === 0 && isDeleted(statements)
}

/**
 * A number of bytes that is greater than the size of any line of the record. A line has a name, two hashes, a size and
 * a time.
 */
const MAX_LINE_BYTES = 512

const NO_FACTS: IndexedFacts = { candidates: [], signature: null }

/**
 * Returns the inputs that the site's record of made files names for a file of a run. Returns null if the record does
 * not list the file. The record of a large site has millions of sorted lines, so this is a binary search that never
 * reads the whole record.
 * @param name the file's path below `/runs`
 */
export function findInputs(site: string, name: string): string | null {
  let record: number
  try {
    record = openSync(path.join(site, RUNS.record), 'r')
  } catch {
    return null
  }
  try {
    let [low, high] = [0, fstatSync(record).size]
    // The wanted line, if it exists, begins at or after `low` and before `high`.
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const { start, end, text } = lineAround(record, middle)
      const [found, inputs] = text.split(' ')
      if (found === name) return inputs ?? null
      if (String(found) < name) low = end
      else high = start
    }
    return null
  } finally {
    closeSync(record)
  }
}

/** Returns the line around an offset in a file, and as `end` the offset after its line break. */
function lineAround(file: number, offset: number): { start: number; end: number; text: string } {
  const from = Math.max(0, offset - MAX_LINE_BYTES)
  const buffer = Buffer.alloc(2 * MAX_LINE_BYTES)
  const bytes = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)).toString('latin1')
  const start = offset === from ? 0 : bytes.lastIndexOf('\n', offset - from - 1) + 1
  const end = bytes.indexOf('\n', offset - from)
  const stop = end < 0 ? bytes.length : end
  return { start: from + start, end: from + stop + 1, text: bytes.slice(start, stop) }
}
