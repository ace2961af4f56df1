import { identify, idOfHash, type RunDocument } from '@plimsoll/schema'
import {
  hasCopiedSamples,
  nameDifferences,
  type RunRatios,
  ratiosOfRun,
  replicationDifferences,
  requestDifferences,
} from '@plimsoll/schema/between-runs'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { RegistryError } from '../errors.ts'
import { documentFile, readDocument } from './documents.ts'
import { fileStatus } from './durable-files.ts'
import { PROVENANCE_LEVELS, type ProvenanceLevel } from './origin.ts'
import type { Registry } from './registry.ts'

/** A run that says that it repeats another one. */
export interface Candidate {
  /** The id of the run that repeats. */
  by: string
  /** The id of the run that it says it repeats. */
  original: string
  level: ProvenanceLevel
}

/** A run that repeats another one. */
export interface Replication extends Candidate {
  /** Why the run does not count, as `differs in: CPU model`; null if it counts, or was not read. */
  notCounted: string | null
  /** Null if it does not count, or was not read. */
  ratios: RunRatios | null
}

/** The most replications of a run that are read. More would not make the intervals much narrower. */
const MAX_READ = 50
/** The most bytes that they have together, so that replications of a stranger do not make a run slow. */
const MAX_BYTES_READ = 8_000_000

/**
 * Returns the runs in the index that say that they repeat another one, by the id of that one. Those with the best proof are
 * first, then those that were submitted first. Withdrawn and superseded runs are left out.
 * @param original the id of the repeated run; without it, the candidates for all runs are returned
 */
export async function findCandidates(reader: PrismaClient, original?: string): Promise<Map<string, Candidate[]>> {
  const runs = await reader.run.findMany({
    where: { replicates: original ?? { not: null }, state: null },
    orderBy: [{ submittedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, replicates: true, provenanceLevel: true },
  })
  const candidates = runs.map(({ id, replicates, provenanceLevel }): Candidate => {
    return { by: id, original: String(replicates), level: provenanceLevel as ProvenanceLevel }
  })
  const rank = ({ level }: Candidate) => PROVENANCE_LEVELS.indexOf(level)
  return Map.groupBy(
    candidates.toSorted((a, b) => rank(a) - rank(b)),
    (candidate) => candidate.original,
  )
}

/**
 * Reads the documents of the runs that say that they repeat a run, as far as their number and their size allow. Leaves out
 * those that do not repeat it at all, and those that cannot be read.
 * @param hash the hash of the repeated run
 */
export function readReplications(
  registry: Registry,
  { document: original, hash }: { document: RunDocument; hash: string },
  candidates: readonly Candidate[],
): Replication[] {
  const counted: { by: string; document: RunDocument }[] = []
  let [left, bytesLeft] = [MAX_READ, MAX_BYTES_READ]
  return candidates.flatMap((candidate): Replication[] => {
    const { size } = fileStatus(documentFile(registry, candidate.by))
    if (left === 0 || size > bytesLeft) return [{ ...candidate, notCounted: null, ratios: null }]
    left--
    bytesLeft -= size
    const document = readIfSound(registry, candidate.by)
    if (document?.replicates?.document !== hash || whyNotRepeated(original, document) !== null) return []
    const differences = nameDifferences(replicationDifferences(original, document))
    const copied = counted.find((other) => hasCopiedSamples(other.document, document))
    const notCounted =
      differences.length > 0
        ? `differs in: ${differences.join(', ')}`
        : copied && `it has samples of run ${copied.by}, which repeats this run too`
    if (notCounted !== undefined) return [{ ...candidate, notCounted, ratios: null }]
    counted.push({ by: candidate.by, document })
    return [{ ...candidate, notCounted: null, ratios: ratiosOfRun(document) }]
  })
}

/**
 * Checks the claim of a document to repeat another run. It is not checked if this registry does not have that run.
 * @throws RegistryError `not-a-replication`
 */
export function assertRepeats(registry: Registry, document: RunDocument): void {
  if (document.replicates === undefined) return
  const id = idOfHash(document.replicates.document)
  const original = readIfSound(registry, id)
  // The id is only the beginning of the hash.
  if (original === null || identify(original).hash !== document.replicates.document) return
  const why = whyNotRepeated(original, document)
  if (why === null) return
  throw new RegistryError('not-a-replication', `The document says that it repeats run ${id}, but it does not: ${why}.`)
}

/** Why a document does not repeat a run at all, as the end of a sentence. Null if it does. */
function whyNotRepeated(original: RunDocument, document: RunDocument): string | null {
  if (Date.parse(document.startedAt) < Date.parse(original.finishedAt)) return 'it started before that run had ended'
  if (hasCopiedSamples(original, document)) return 'it has samples of that run'
  const differences = nameDifferences(requestDifferences(original, document))
  return differences.length === 0 ? null : `it differs in ${differences.join(', ')}`
}

/** The document of a run; null if it is missing or damaged. */
function readIfSound(registry: Registry, id: string): RunDocument | null {
  try {
    return readDocument(registry, id)
  } catch (error) {
    if (error instanceof RegistryError) return null
    throw error
  }
}
