import { identify, idOfHash, type RunDocument } from '@plimsoll/schema'
import { nameDifferences, replicationDifferences, requestDifferences } from '@plimsoll/schema/between-runs'
import { RegistryError } from '../errors.ts'
import { readDocument } from './documents.ts'
import type { ProvenanceLevel } from './provenance-levels.ts'
import type { Registry } from './registry.ts'
import { addStatement, readStatements, type Statement, stateOf } from './statements.ts'

/** A run that repeats another one, as the statements about that other run say. */
export interface Replication {
  /** The id of the run that repeats. */
  by: string
  level: ProvenanceLevel
  /** The properties that differ, so that the run does not count. Empty if it counts. */
  differs: string
}

/** A replication with its document. */
export interface ReplicationOfRun extends Replication {
  /** Null if it does not count, or if the registry cannot read it any more. */
  document: RunDocument | null
}

/** The longest list of differing properties in a statement, in characters. A few properties explain enough. */
const MAX_DIFFERS = 300

/**
 * Checks the claim of a document to repeat another run. It is not checked if this registry does not have that run.
 * @throws RegistryError `not-a-replication`
 */
export function assertRepeats(registry: Registry, document: RunDocument): void {
  const original = findOriginal(registry, document)
  if (original === null) return
  const differences = nameDifferences(requestDifferences(original.document, document))
  if (differences.length === 0) return
  throw new RegistryError(
    'not-a-replication',
    `The document says that it repeats run ${original.id}, but it does not: it differs in ${differences.join(', ')}.`,
  )
}

/**
 * Adds to the statements of the run that `document` repeats that it was repeated, durably. A withdrawn or superseded run
 * adds nothing. Repeating the call changes nothing.
 * @param level the provenance level of `document`
 * @returns the id of the repeated run if it has a new statement, else null
 */
export function recordReplication(
  registry: Registry,
  { id, document }: { id: string; document: RunDocument },
  level: ProvenanceLevel,
  at: string,
): string | null {
  const original = findOriginal(registry, document)
  if (original === null || original.id === id) return null
  if (stateOf(readStatements(registry, id)) !== null) return null
  const before = replicationsOf(readStatements(registry, original.id)).find(({ by }) => by === id)
  if (before?.level === level) return null
  const differs = shorten(nameDifferences(replicationDifferences(original.document, document)))
  addStatement(registry, original.id, { kind: 'replicated', by: id, level, differs, at })
  return original.id
}

/** Adds to the statements of the run that `document` repeats that it no longer counts, if it did. */
export function removeReplication(
  registry: Registry,
  { id, document }: { id: string; document: RunDocument },
  at: string,
): void {
  const original = findOriginal(registry, document)
  if (original === null) return
  if (replicationsOf(readStatements(registry, original.id)).some(({ by }) => by === id))
    addStatement(registry, original.id, { kind: 'replication-removed', by: id, at })
}

/** The replications of a run, in the order in which they were first stated. Removed ones are left out. */
export function replicationsOf(statements: readonly Statement[]): Replication[] {
  const found = new Map<string, Replication>()
  for (const statement of statements) {
    if (statement.kind === 'replicated') {
      const { by, level, differs } = statement
      found.set(by, { by, level, differs })
    } else if (statement.kind === 'replication-removed') found.delete(statement.by)
  }
  return [...found.values()]
}

/** The most replications whose documents are read. More would not make the intervals much narrower. */
const MAX_READ = 50

/** The replications of a run with the documents of the first `MAX_READ` that count. */
export function readReplications(registry: Registry, statements: readonly Statement[]): ReplicationOfRun[] {
  const all = replicationsOf(statements)
  const read = new Set(all.filter(({ differs }) => differs === '').slice(0, MAX_READ))
  return all.map((replication) => ({
    ...replication,
    document: read.has(replication) ? readIfThere(registry, replication.by) : null,
  }))
}

function readIfThere(registry: Registry, id: string): RunDocument | null {
  try {
    return readDocument(registry, id)
  } catch (error) {
    if (error instanceof RegistryError) return null
    throw error
  }
}

/** The run that a document says it repeats. Null if it names none, or if the registry does not have a readable one. */
function findOriginal(registry: Registry, { replicates }: RunDocument): { id: string; document: RunDocument } | null {
  if (replicates === undefined) return null
  const id = idOfHash(replicates.document)
  const document = readIfThere(registry, id)
  return document !== null && identify(document).hash === replicates.document ? { id, document } : null
}

function shorten(names: readonly string[]): string {
  const shown: string[] = []
  for (const name of names) {
    if ([...shown, name].join(', ').length > MAX_DIFFERS) break
    shown.push(name)
  }
  const more = names.length - shown.length
  return [...shown, ...(more === 0 ? [] : [`${more} more`])].join(', ')
}
