import { readDocument } from '../store/documents.ts'
import { openReader, runIds } from '../store/queries.ts'
import type { Registry } from '../store/registry.ts'
import type { Edition } from './edition.ts'
import { type ResolvedRow, resolveEdition } from './resolve.ts'
import { readEditions } from './shipped.ts'

export interface LoadedEdition {
  edition: Edition
  rows: ResolvedRow[]
  /** The ids of the runs it names, in the order of its rows. */
  runs: string[]
}

/** Every edition with its figures, newest first. Throws `edited-edition`, `missing-cell` and `unknown-run`. */
export async function loadEditions(registry: Registry, directory: string): Promise<LoadedEdition[]> {
  const editions = readEditions(directory)
  const reader = openReader(registry)
  try {
    return await Promise.all(
      editions.map(async (edition) => {
        const hashes = edition.rows.flatMap(({ cell, earlier }) => [cell.run, ...(earlier ? [earlier.cell.run] : [])])
        const ids = await runIds(reader, [...new Set(hashes)])
        const idOf = (hash: string) => ids[hash] ?? hash
        const rows = resolveEdition(edition, (hash) => readDocument(registry, idOf(hash)))
        return { edition, rows, runs: [...new Set(hashes)].map(idOf) }
      }),
    )
  } finally {
    await reader.$disconnect()
  }
}
