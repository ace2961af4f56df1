import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findInputs } from '../build/find-made.ts'
import { inputsOfRun, RUNS } from '../build/run-files.ts'
import { documentFile } from '../store/documents.ts'
import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { isRegularFile } from '../store/regular-file.ts'
import { sha256 } from '../store/sha256.ts'
import { isDeleted, readStatements, statementFile } from '../store/statements.ts'

/** What a server must know of a run before it answers with one of its files. */
export interface RunState {
  /** Its document was taken out. */
  deleted: boolean
  /** Whether the built site contains the current version of a file. @param name below `/runs` */
  isBuilt(name: string): boolean
}

/** Of so many runs it is remembered. */
const MAX_KNOWN = 10_000

/**
 * Returns a function that gives the current state of a run, including statements that other processes added. It checks
 * size and time of three files for each request, and reads them only if one changed.
 * The returned function throws `damaged-statements`.
 */
export function runStates(registry: Registry, out: string, baseUrl: string | null): (id: string) => RunState {
  const known = new Map<string, { made: string; standing: RunState }>()
  return (id) => {
    const made = madeFrom(registry, out, id)
    const before = known.get(id)
    if (before?.made === made) return before.standing
    const standing = standingOf(registry, out, id, baseUrl)
    known.delete(id)
    known.set(id, { made, standing })
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break
      known.delete(oldest)
    }
    return standing
  }
}

/** Returns a key that changes with the run's document, its statements, and the built site. */
function madeFrom(registry: Registry, out: string, id: string): string {
  const files = [statementFile(registry, id), documentFile(registry, id), path.join(out, RUNS.record)]
  return files.map((file) => Object.values(statusOf(file)).join(' ')).join(' ')
}

function standingOf(registry: Registry, out: string, id: string, baseUrl: string | null): RunState {
  const deleted = isDeleted(readStatements(registry, id))
  const file = documentFile(registry, id)
  const stored = deleted || !isRegularFile(file) ? '' : sha256(readFileSync(file))
  const inputs = inputsOfRun(registry, id, stored, baseUrl)
  const built = new Map<string, boolean>()
  return {
    deleted,
    isBuilt(name) {
      const is = built.get(name) ?? findInputs(out, name) === inputs
      built.set(name, is)
      return is
    },
  }
}
