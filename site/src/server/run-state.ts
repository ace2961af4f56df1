import { existsSync } from 'node:fs'
import path from 'node:path'
import { builtAt } from '../site-build/manifest.ts'
import { bundleFile, documentFile } from '../store/documents.ts'
import { fileStatus } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { isDeleted, readStatements, statementFile } from '../store/statements.ts'

/** Whether the files of a run may be served, and which of them the built site contains. */
export interface RunAvailability {
  /** Whether the run's document was deleted. */
  deleted: boolean
  /** Whether the built site contains the current version of a file. @param name the file's path below `/runs` */
  isBuilt(name: string): boolean
}

/** Files that were written less than this before a build may be missing from it: some file systems round times to 2 s. */
export const ROUNDING_MS = 2000

/**
 * Returns the current availability of a run, including statements that other processes added.
 * @param out the directory of the built site
 * @throws RegistryError `damaged-statements`
 */
export function readAvailability(registry: Registry, out: string, id: string): RunAvailability {
  const files = [documentFile(registry, id), statementFile(registry, id), bundleFile(registry, id)]
  const written = Math.max(...files.map((file) => fileStatus(file).modified))
  return {
    deleted: isDeleted(readStatements(registry, id)),
    isBuilt: (name) => written < (builtAt(out) ?? 0) - ROUNDING_MS && existsSync(path.join(out, 'runs', name)),
  }
}
