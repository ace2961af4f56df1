import { homedir } from 'node:os'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { databaseUrl } from './database-connection.ts'
import { makeDirectory, removeStaleTemporaries } from './durable-files.ts'

/**
 * The locations of a registry's data. Documents and statements are the source of truth; the index is derived from them.
 */
export interface Registry {
  directory: string
  documents: string
  statements: string
  /** The directory of the registry's own editions. Other editions ship with the project. */
  editions: string
  /** The file of the index, unless the index is on a server. */
  index: string
  /** The address of the index's database. */
  database: string
}

/**
 * Opens the registry in a directory, creating it if necessary, and removes temporary files of killed writers.
 * @throws RegistryError `registry-unusable`, `bad-database-url`
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
      `The registry directory ${registry.directory} cannot be used (${(error as Error).message}). Choose another directory with --registry.`,
      EXIT.environment,
    )
  }
  return registry
}

/**
 * Returns the locations of a registry's data without accessing them.
 * @throws RegistryError `bad-database-url`
 */
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
  try {
    return path.join(homedir(), '.plimsoll', 'registry')
  } catch {
    const sentence = 'This user has no home directory for a default registry. Name one with --registry, or set HOME.'
    throw new RegistryError('no-home', sentence, EXIT.environment)
  }
}
