import { existsSync, lstatSync } from 'node:fs'
import { identify, idOfHash, type RunDocument } from '@plimsoll/schema'
import {
  hasSamplesOf,
  nameDifferences,
  type RunRatios,
  ratiosOfRun,
  replicationDifferences,
  requestDifferences,
} from '@plimsoll/schema/between-runs'
import { printError } from '@plimsoll/schema/node'
import { RegistryError } from '../errors.ts'
import { documentFile, readDocument } from './documents.ts'
import { PROVENANCE_LEVELS, type ProvenanceLevel } from './origin.ts'
import type { Registry } from './registry.ts'
import { addStatement, provenanceLevelOf, readStatements, type Statement, stateOf } from './statements.ts'

/** A run that repeats another one, as the statements about that other run say. */
export interface Replication {
  /** The id of the run that repeats. */
  by: string
  level: ProvenanceLevel
  /** The properties that differ, so that the run does not count. Empty if it counts. */
  differs: string
}

/** A replication with its ratios. */
export interface ReplicationOfRun extends Replication {
  /** Null if it does not count, or was not read. */
  ratios: RunRatios | null
}

/** The longest list of differing properties in a statement, in characters. A few properties explain enough. */
const MAX_DIFFERS = 300

/** The most replications of a run that are read. More would not make the intervals much narrower. */
const MAX_READ = 50
/** The most bytes that they have together, so that replications of a stranger do not make a run slow. */
const MAX_BYTES_READ = 8_000_000

/** A run that another one says it repeats. */
export interface Original {
  id: string
  document: RunDocument
  /** Its replications, those with the best proof first. */
  replications: Replication[]
}

/** A stored run, with the statements about it. */
export interface StatedRun {
  id: string
  document: RunDocument
  statements: Statement[]
}

/**
 * Checks the claim of a document to repeat another run. It is not checked if this registry does not have that run.
 * @returns the other run; null if the claim is not checked
 * @throws RegistryError `not-a-replication`
 */
export function assertRepeats(
  registry: Registry,
  { id, document }: { id: string; document: RunDocument },
): Original | null {
  const original = findOriginal(registry, document)
  const why = original && whyNotCounted(registry, original, { id, document })
  if (original && why)
    throw new RegistryError(
      'not-a-replication',
      `The document says that it repeats run ${original.id}, but it does not: ${why}.`,
    )
  return original
}

/**
 * The run that a stored run repeats; null if there is none in this registry, or if its claim is wrong. Damage of that other
 * run is logged.
 */
export function findRepeated(
  registry: Registry,
  { id, document }: { id: string; document: RunDocument },
): Original | null {
  if (document.replicates === undefined) return null
  return orLog(id, idOfHash(document.replicates.document), () => {
    const original = findOriginal(registry, document)
    return original !== null && whyNotCounted(registry, original, { id, document }) === null ? original : null
  })
}

/**
 * Adds to the statements of the run that a stored run repeats that it was repeated, durably. A withdrawn or superseded
 * run adds nothing. Repeating the call changes nothing. Damage of the other run is logged.
 * @param original the result of `assertRepeats` or `findRepeated`, which must be from the same moment
 * @returns the id of the repeated run if it has a new statement, else null
 */
export function recordReplication(
  registry: Registry,
  { id, document, statements }: StatedRun,
  original: Original | null,
  at: string,
): string | null {
  if (original === null) return null
  return orLog(id, original.id, () => {
    const level = provenanceLevelOf(document, statements)
    const before = original.replications.find(({ by }) => by === id)
    if (stateOf(statements) !== null || before?.level === level) return null
    const differs = shorten(nameDifferences(replicationDifferences(original.document, document)))
    addStatement(registry, original.id, { kind: 'replicated', by: id, level, differs, at })
    // A withdrawal may have been stated meanwhile.
    const isWithdrawn = stateOf(readStatements(registry, id)) !== null
    if (isWithdrawn) addStatement(registry, original.id, { kind: 'replication-removed', by: id, at })
    return original.id
  })
}

/**
 * Adds to the statements of the run that `document` repeats that it no longer counts, if it did. Damage of that other run
 * does not keep anyone from withdrawing or deleting this one.
 * @returns the id of the repeated run if it has a new statement, else null
 */
export function removeReplication(
  registry: Registry,
  { id, document }: { id: string; document: RunDocument },
  at: string,
): string | null {
  const original = document.replicates && idOfHash(document.replicates.document)
  if (original === undefined || !existsSync(documentFile(registry, original))) return null
  return orLog(id, original, () => {
    const statements = readStatements(registry, original)
    if (!replicationsOf(statements).some(({ by }) => by === id)) return null
    addStatement(registry, original, { kind: 'replication-removed', by: id, at })
    return original
  })
}

/** The replications of a run, those with the best proof first, then in the order in which they were first stated. */
export function replicationsOf(statements: readonly Statement[]): Replication[] {
  const found = new Map<string, Replication>()
  for (const statement of statements) {
    if (statement.kind === 'replicated') {
      const { by, level, differs } = statement
      found.set(by, { by, level, differs })
    } else if (statement.kind === 'replication-removed') found.delete(statement.by)
  }
  const rank = ({ level }: Replication) => PROVENANCE_LEVELS.indexOf(level)
  return [...found.values()].sort((a, b) => rank(a) - rank(b))
}

/**
 * Returns what is wrong with the statements about replications of a run, one sentence for each wrong statement. A
 * replication that is no longer readable is not checked.
 */
export function findReplicationFaults(
  registry: Registry,
  document: RunDocument,
  statements: readonly Statement[],
): string[] {
  const { hash } = identify(document)
  const faultOf = ({ by, level, differs }: Replication): string | null => {
    const repeat = ifReadable(() => readDocument(registry, by))
    if (repeat === null) return null
    const why = repeat.replicates?.document === hash ? whyNotRepeated(document, repeat) : 'it names another run'
    if (why !== null) return `a statement says that run ${by} repeats this run, but it does not: ${why}`
    if (differs !== shorten(nameDifferences(replicationDifferences(document, repeat))))
      return `a statement about the repeating run ${by} does not say what differs`
    const proven = provenanceLevelOf(repeat, readStatements(registry, by))
    if (PROVENANCE_LEVELS.indexOf(level) < PROVENANCE_LEVELS.indexOf(proven))
      return `a statement says that the repeating run ${by} is ${level}, but it is only ${proven}`
    return null
  }
  return replicationsOf(statements)
    .map(faultOf)
    .filter((fault) => fault !== null)
}

/** The replications of a run with the ratios of the counted ones, as many as a page may read. */
export function readReplications(registry: Registry, statements: readonly Statement[]): ReplicationOfRun[] {
  const replications = replicationsOf(statements)
  const ratios = new Map<string, RunRatios>()
  for (const { by, document } of readCounted(registry, replications)) ratios.set(by, ratiosOfRun(document))
  return replications.map((replication) => ({ ...replication, ratios: ratios.get(replication.by) ?? null }))
}

/**
 * Reads the counted replications, one after the other: the first ones, as far as their number and their size allow.
 */
function* readCounted(
  registry: Registry,
  replications: readonly Replication[],
): Generator<{ by: string; document: RunDocument }> {
  let left = MAX_READ
  let bytesLeft = MAX_BYTES_READ
  for (const { by, differs } of replications) {
    const size = replicationSize(registry, by) ?? 0
    if (differs !== '' || left === 0 || size > bytesLeft) continue
    const document = ifReadable(() => readDocument(registry, by))
    if (document === null) continue
    left--
    bytesLeft -= size
    yield { by, document }
  }
}

/** The size of a run's document in bytes. Null if it is not there. */
export function replicationSize(registry: Registry, id: string): number | null {
  return lstatSync(documentFile(registry, id), { throwIfNoEntry: false })?.size ?? null
}

/**
 * The run that a document says it repeats. Null if it names none, or if the registry does not have one that is read.
 * @throws RegistryError `damaged-statements`
 */
function findOriginal(registry: Registry, { replicates }: RunDocument): Original | null {
  if (replicates === undefined) return null
  const id = idOfHash(replicates.document)
  const document = ifReadable(() => readDocument(registry, id))
  // The id is only the beginning of the hash.
  if (document === null || identify(document).hash !== replicates.document) return null
  return { id, document, replications: replicationsOf(readStatements(registry, id)) }
}

/** The result of `work` with a run and its original. If the files of these runs are damaged, this is logged. */
function orLog<Result>(id: string, original: string, work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    printError(`Run ${id} repeats run ${original}, which could not be updated: ${error.message}`)
    return null
  }
}

/**
 * Why a document is not another replication of a run, as the end of a sentence; null if it is. It must repeat the run,
 * and have no samples of the replications counted already, as far as a page reads them.
 */
function whyNotCounted(
  registry: Registry,
  original: Original,
  { id, document }: Pick<StatedRun, 'id' | 'document'>,
): string | null {
  const why = whyNotRepeated(original.document, document)
  if (why !== null) return why
  const others = original.replications.filter(({ by }) => by !== id)
  for (const other of readCounted(registry, others))
    if (hasSamplesOf(other.document, document)) return `it has samples of run ${other.by}, which repeats that run too`
  return null
}

/** Why a document does not repeat a run at all, as the end of a sentence. Null if it does. */
function whyNotRepeated(original: RunDocument, document: RunDocument): string | null {
  if (Date.parse(document.startedAt) < Date.parse(original.finishedAt)) return 'it started before that run had ended'
  if (hasSamplesOf(original, document)) return 'it has samples of that run'
  const differences = nameDifferences(requestDifferences(original, document))
  return differences.length === 0 ? null : `it differs in ${differences.join(', ')}`
}

/** The result of `read`. Null if the run that it reads is missing or damaged. */
function ifReadable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RegistryError) return null
    throw error
  }
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
