import path from 'node:path'
import { readCsv } from '../editions/read-csv.ts'
import type { Erratum, Exhibit, Sources } from './erratum.ts'
import { MAC_ERRATA, OLDER_ERRATA } from './other-sources.ts'
import { STARTUP_ERRATA } from './startup-2026.ts'
import { WRITE_ERRATA } from './startup-2026-writes.ts'

/** All errata (corrections) of published figures, by the edition of their source, newest first. */
export const ERRATA: Erratum[] = [...WRITE_ERRATA, ...STARTUP_ERRATA, ...MAC_ERRATA, ...OLDER_ERRATA]

/** An erratum (a correction of a published claim) with its figures. */
export interface ErratumEntry extends Omit<Erratum, 'found' | 'exhibit' | 'touches'> {
  found: string[]
  exhibit: Exhibit | null
}

/**
 * Returns all errata with their figures, which are computed from the copies of the sources.
 * @param directory the directory `editions/sources`
 */
export function resolveErrata(directory: string): ErratumEntry[] {
  const sources = openSources(directory)
  return ERRATA.map(({ found, exhibit, touches: _, ...erratum }) => ({
    ...erratum,
    found: found(sources),
    exhibit: exhibit?.(sources) ?? null,
  }))
}

/** Returns the errata of an edition, so that the edition's page can link to them. */
export function errataOf(edition: string): { code: string; title: string }[] {
  return ERRATA.filter((erratum) => erratum.edition === edition).map(({ code, title }) => ({ code, title }))
}

/** Opens the sources in a directory. Each file is read once. */
function openSources(directory: string): Sources {
  const cache = new Map<string, Record<string, string>[]>()
  return {
    records(file) {
      const records = cache.get(file) ?? readCsv(path.join(directory, file))
      cache.set(file, records)
      return records
    },
  }
}
