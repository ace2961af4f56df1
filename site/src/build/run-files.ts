import { existsSync, readFileSync } from 'node:fs'
import { DELETED_EXTENSIONS, RUN_EXTENSIONS } from '../run-page/extensions.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { examineStatements, isDeleted, listStated, statementFile } from '../store/statements.ts'
import { type MadeFolder, type Plan, planFiles } from './made-files.ts'

/** Where the files of runs are, by id and extension. */
export const RUNS: MadeFolder = { folder: 'runs', record: '.plimsoll-runs' }

/**
 * A file of a run is made once. It is made again only where its document, its statements or the registry's address
 * are others, and where it is gone or no longer what was made: never for another style, template or analysis, with
 * which old files stay as they were. @param runs what names the stored bytes of each run, by its id
 */
export function planRuns(registry: Registry, runs: Map<string, string>, site: string, baseUrl: string | null): Plan {
  return planFiles(site, RUNS, inputsOf(registry, runs, baseUrl))
}

function* inputsOf(
  registry: Registry,
  runs: Map<string, string>,
  baseUrl: string | null,
): Generator<[name: string, inputs: string]> {
  const deleted = listStated(registry).filter((id) => !runs.has(id) && isTold(registry, id))
  for (const [id, stored] of [...runs, ...deleted.map((id) => [id, ''] as const)]) {
    const inputs = inputsOfRun(registry, id, stored, baseUrl)
    for (const extension of runs.has(id) ? RUN_EXTENSIONS : DELETED_EXTENSIONS) yield [`${id}.${extension}`, inputs]
  }
}

/** Names what the files of a run are made from. @param stored names the bytes of its document; empty: it has none */
export function inputsOfRun(registry: Registry, id: string, stored: string, baseUrl: string | null): string {
  const file = statementFile(registry, id)
  const statements = existsSync(file) ? readFileSync(file) : ''
  return sha256(JSON.stringify([stored, sha256(statements), baseUrl]))
}

/** Of a run that was taken out, a page says so: where nothing else that was said of it is damaged. */
function isTold(registry: Registry, id: string): boolean {
  const { statements, faults } = examineStatements(registry, id)
  return faults.length === 0 && isDeleted(statements)
}
