import { existsSync, readdirSync, statSync } from 'node:fs'
import { printNote } from '@plimsoll/schema/node'
import { RegistryError } from '../errors.ts'
import { openRegistry, type Registry, registryAt } from './registry.ts'

/**
 * Opens the registry in a directory, for commands that add statements about runs.
 * @throws RegistryError `no-registry` if there is no registry in the directory
 */
export function openExisting(directory?: string): Registry {
  findExisting(directory)
  return openRegistry(directory)
}

/**
 * Opens a registry for a command that only reads. Nothing is created or removed.
 * @throws RegistryError `no-registry`
 */
export function findExisting(directory?: string): Registry {
  return find(directory, ['registry'])
}

/**
 * Opens a registry for commands that show it. An empty directory counts as a new registry, because a hosted registry
 * starts empty.
 * @throws RegistryError `no-registry`
 */
export function openExistingOrEmpty(directory?: string): Registry {
  find(directory, ['registry', 'empty'])
  return openRegistry(directory)
}

/**
 * Opens the registry in a directory, or creates it, for commands that store runs.
 * @throws RegistryError `no-registry` if the directory contains something else
 */
export function openOrCreate(directory?: string): Registry {
  const missing = !existsSync(find(directory, ['registry', 'empty', 'missing']).directory)
  const registry = openRegistry(directory)
  if (missing) printNote(`New registry: ${registry.directory}`)
  return registry
}

type DirectoryState = 'missing' | 'empty' | 'registry' | 'other'

function find(directory: string | undefined, allowed: DirectoryState[]): Registry {
  const registry = registryAt(directory)
  const state = directoryState(registry)
  if (allowed.includes(state)) return registry
  throw new RegistryError('no-registry', explainMissing(state, registry.directory, directory === undefined, allowed))
}

function directoryState({ directory, documents }: Registry): DirectoryState {
  if (!existsSync(directory)) return 'missing'
  if (existsSync(documents)) return 'registry'
  return statSync(directory).isDirectory() && readdirSync(directory).every(isIgnored) ? 'empty' : 'other'
}

/** The names that do not count, beside hidden ones: the `lost+found` of a new ext4 file system, and what a new registry has. */
const IGNORED = ['lost+found', 'settings.json', 'addresses.txt', 'trusted-root.jsonl']

/** Whether a name does not count. A directory with nothing else is empty. */
function isIgnored(name: string): boolean {
  return name.startsWith('.') || IGNORED.includes(name)
}

function explainMissing(
  state: DirectoryState,
  directory: string,
  isDefault: boolean,
  allowed: DirectoryState[],
): string {
  if (state === 'other') {
    return `'${directory}' is not a registry: it has no folder 'documents'. Check --registry, or create this folder to make it one.`
  }
  const command = `plimsoll-registry import run.json${isDefault ? '' : ` --registry ${directory}`}`
  if (isDefault) {
    return `No registry in '${directory}' yet. Choose another registry with --registry, or store a run first. In a clone: npm start. Elsewhere: plimsoll run --out run.json && ${command}`
  }
  const problem = state === 'empty' ? 'is empty' : 'not found'
  const alternative = allowed.includes('empty') ? ', make an empty directory for a new registry,' : ','
  return `Registry '${directory}' ${problem}. Check --registry${alternative} or store a run there first: ${command}`
}
