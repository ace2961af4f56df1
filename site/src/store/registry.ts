import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'

/** Where a registry keeps what it holds. Documents and statements are the truth; the index follows from them. */
export interface Registry {
  directory: string
  documents: string
  statements: string
  index: string
}

/** The registry in a directory, which is made where it is missing. Throws `registry-unusable`. */
export function openRegistry(directory: string = defaultDirectory()): Registry {
  const registry = {
    directory: path.resolve(directory),
    documents: path.resolve(directory, 'documents'),
    statements: path.resolve(directory, 'statements'),
    index: path.resolve(directory, 'index.sqlite'),
  }
  try {
    mkdirSync(registry.documents, { recursive: true })
    mkdirSync(registry.statements, { recursive: true })
  } catch (error) {
    throw new RegistryError(
      'registry-unusable',
      `The registry directory ${registry.directory} cannot be made (${(error as Error).message}); name another with --registry.`,
      EXIT.environment,
    )
  }
  return registry
}

function defaultDirectory(): string {
  return path.join(homedir(), '.plimsoll', 'registry')
}
