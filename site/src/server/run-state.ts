import { readDocumentFile } from '@plimsoll/schema/node'
import { findInputs, inputsOfRun } from '../site-build/run-files.ts'
import { documentFile } from '../store/documents.ts'
import { isRegularFile } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { isDeleted, readStatements } from '../store/statements.ts'

/** Whether the files of a run may be served, and which of them the built site contains. */
export interface RunAvailability {
  /** Whether the run's document was deleted. */
  deleted: boolean
  /** Whether the built site contains the current version of a file. @param name the file's path below `/runs` */
  isBuilt(name: string): boolean
}

/**
 * Returns the current availability of a run, including statements that other processes added.
 * @throws RegistryError `damaged-statements`
 */
export function readAvailability(registry: Registry, out: string, id: string, baseUrl: string | null): RunAvailability {
  const deleted = isDeleted(readStatements(registry, id))
  const file = documentFile(registry, id)
  const stored = deleted || !isRegularFile(file) ? '' : sha256(readDocumentFile(file))
  const inputs = inputsOfRun(registry, id, stored, baseUrl)
  return {
    deleted,
    // The next build adds what the index knows. Until then, the page stays.
    isBuilt: (name) => findInputs(out, name)?.split('+')[0] === inputs,
  }
}
