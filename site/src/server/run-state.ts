import path from 'node:path'
import { readDocumentFile } from '@plimsoll/schema/node'
import { findInputs, inputsOfRun, RUNS } from '../site-build/run-files.ts'
import { documentFile } from '../store/documents.ts'
import { isRegularFile } from '../store/durable-files.ts'
import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { isDeleted, readStatements, statementFile } from '../store/statements.ts'

/** Whether the files of a run may be served, and which of them the built site contains. */
export interface RunAvailability {
  /** Whether the run's document was deleted. */
  deleted: boolean
  /** Whether the built site contains the current version of a file. @param name the file's path below `/runs` */
  isBuilt(name: string): boolean
}

/** The maximum number of runs in the cache. */
const MAX_CACHED = 10_000

/**
 * Creates a function that returns the current availability of a run, including statements that other processes added.
 * In each call, that function checks the size and time of three files, and reads the files only if one of them changed.
 * It throws `damaged-statements`.
 */
export function availabilityReader(
  registry: Registry,
  out: string,
  baseUrl: string | null,
): (id: string) => RunAvailability {
  const cache = new Map<string, { key: string; availability: RunAvailability }>()
  return (id) => {
    const key = cacheKey(registry, out, id)
    const before = cache.get(id)
    if (before?.key === key) return before.availability
    const availability = readAvailability(registry, out, id, baseUrl)
    cache.delete(id)
    cache.set(id, { key, availability })
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break
      cache.delete(oldest)
    }
    return availability
  }
}

/** Returns a key that changes with the run's document, its statements, and the built site. */
function cacheKey(registry: Registry, out: string, id: string): string {
  const files = [statementFile(registry, id), documentFile(registry, id), path.join(out, RUNS.record)]
  return files.map((file) => Object.values(statusOf(file)).join(' ')).join(' ')
}

function readAvailability(registry: Registry, out: string, id: string, baseUrl: string | null): RunAvailability {
  const deleted = isDeleted(readStatements(registry, id))
  const file = documentFile(registry, id)
  const stored = deleted || !isRegularFile(file) ? '' : sha256(readDocumentFile(file))
  const inputs = inputsOfRun(registry, id, stored, baseUrl)
  const built = new Map<string, boolean>()
  return {
    deleted,
    isBuilt(name) {
      // The next build adds a run that says that it repeats this one. Until then, the page stays.
      const isBuilt =
        built.get(name) ??
        findInputs(out, name)?.split('+')[0] === (name.endsWith('.html') ? inputs.page : inputs.others)
      built.set(name, isBuilt)
      return isBuilt
    },
  }
}
