import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isServer } from './database-connection.ts'
import type { Registry } from './registry.ts'

/** Whether a registry exists and cannot be written to, because of its file system or of its permissions. */
export function isReadOnly({ directory, documents, statements }: Registry): boolean {
  return existsSync(documents) && [directory, documents, statements].some((folder) => !isWritable(folder))
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns a registry with a copy of its index in a temporary directory, because SQLite cannot read an index in a folder
 * that it cannot write to. The copy can be synchronized. An index on a server is not copied.
 * @returns `remove` deletes the copy
 */
export function copyIndexOf(registry: Registry): { registry: Registry; remove: () => void } {
  if (isServer(registry.database)) return { registry, remove: () => {} }
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-index-'))
  const index = path.join(directory, 'index.sqlite')
  for (const suffix of ['', '-wal']) {
    if (existsSync(`${registry.index}${suffix}`)) copyFileSync(`${registry.index}${suffix}`, `${index}${suffix}`)
  }
  return {
    registry: { ...registry, index, database: `file:${index}` },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
