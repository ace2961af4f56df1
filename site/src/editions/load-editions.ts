import { lstatSync } from 'node:fs'
import { idOfHash, type RunDocument } from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { readSignature } from '../provenance/signature.ts'
import { documentFile, readDocument } from '../store/documents.ts'
import type { Registry } from '../store/registry.ts'
import { isDeleted, readStatements } from '../store/statements.ts'
import type { Edition } from './edition.ts'
import { type PartFigures, resolveEdition } from './figures.ts'
import { readEditions } from './read-editions.ts'
import { makeRunProvenance, type RunProvenance } from './run-provenance.ts'

export interface LoadedEdition {
  edition: Edition
  parts: PartFigures[]
  /** The ids of the edition's runs, in the order of its rows. */
  runs: string[]
  /** The ids of the edition's runs that are deleted or damaged. */
  missing: string[]
  /**
   * The provenance and the state of the edition's runs that are neither deleted nor damaged, in the order of its rows.
   */
  provenance: RunProvenance[]
}

/**
 * Loads every edition with its figures, newest first.
 * @throws RegistryError `edited-edition`, `bad-edition`, `edition-exists`, `missing-benchmark`
 */
export function loadEditions(registry: Registry, paths: string[]): LoadedEdition[] {
  return readEditions(...paths).map((edition) => {
    const hashes = listRunHashes(edition)
    const found = new Map(hashes.map((hash) => [hash, readIfAvailable(registry, idOfHash(hash))]))
    return {
      edition,
      parts: resolveEdition(edition, (hash) => found.get(hash)?.document ?? null),
      runs: hashes.map(idOfHash),
      missing: hashes.filter((hash) => found.get(hash) === null).map(idOfHash),
      provenance: [...found.values()].flatMap((run) => run?.provenance ?? []),
    }
  })
}

function readIfAvailable(registry: Registry, id: string): { document: RunDocument; provenance: RunProvenance } | null {
  try {
    const document = readOnce(registry, id)
    const statements = readStatements(registry, id)
    if (isDeleted(statements)) return null
    const signature = readSignature(registry, id, document)
    return { document, provenance: makeRunProvenance(id, document, { statements, signature }) }
  } catch (error) {
    if (error instanceof RegistryError) return null
    throw error
  }
}

/** Returns the hashes of the runs that an edition names, in the order of its rows. */
export function listRunHashes({ parts }: Pick<Edition, 'parts'>): string[] {
  const benchmarks = parts.flatMap(({ rows }) =>
    rows.flatMap(({ benchmark, repeats = [], earlier }) => [benchmark, ...repeats, earlier?.benchmark]),
  )
  return [...new Set(benchmarks.flatMap((benchmark) => (benchmark ? [benchmark.run] : [])))]
}

/**
 * The documents of editions by the state of their files. A build loads all editions for many pages, and the figures of a
 * document are computed once as long as it is the same object.
 */
const documents = new Map<string, RunDocument>()

function readOnce(registry: Registry, id: string): RunDocument {
  const file = documentFile(registry, id)
  const state = lstatSync(file, { throwIfNoEntry: false })
  const key = JSON.stringify([file, state?.ino, state?.size, state?.mtimeMs])
  const document = documents.get(key) ?? readDocument(registry, id)
  documents.set(key, document)
  return document
}
