import { homedir } from 'node:os'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { databaseUrl } from './database.ts'
import { makeDirectory, removeStaleTemporaries } from './durable.ts'

/** Where a registry keeps what it holds. Documents and statements are the truth; the index follows from them. */
export interface Registry {
  directory: string
  documents: string
  statements: string
  /** Frozen comparisons of its own, beside those that ship. */
  editions: string
  /** The file of the index, where no server has it. */
  index: string
  /** Address of the database that the index is in. */
  database: string
}

/**
 * The registry in a directory, which is made where it is missing, and rid of what killed writers left.
 * Throws `registry-unusable` and `bad-database-url`.
 */
export function openRegistry(directory: string = defaultDirectory()): Registry {
  const registry = registryAt(directory)
  try {
    for (const folder of [registry.documents, registry.statements, registry.editions]) {
      makeDirectory(folder)
      removeStaleTemporaries(folder)
    }
  } catch (error) {
    throw new RegistryError(
      'registry-unusable',
      `The registry directory ${registry.directory} cannot be used (${(error as Error).message}); name another with --registry.`,
      EXIT.environment,
    )
  }
  return registry
}

/** Where a registry in a directory has its parts; nothing is made or looked at. Throws `bad-database-url`. */
export function registryAt(directory: string = defaultDirectory()): Registry {
  const index = path.resolve(directory, 'index.sqlite')
  return {
    directory: path.resolve(directory),
    documents: path.resolve(directory, 'documents'),
    statements: path.resolve(directory, 'statements'),
    editions: path.resolve(directory, 'editions'),
    index,
    database: databaseUrl(index),
  }
}

function defaultDirectory(): string {
  return path.join(homedir(), '.plimsoll', 'registry')
}
