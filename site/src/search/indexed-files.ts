import { historyBadges } from '../history/badges.ts'
import type { Registry } from '../store/registry.ts'
import { makeSearchFile, SEARCH_FILE } from './search-file.ts'

/** The files of a site, besides its pages, that follow from the index: search, and the badges of histories. */
export async function indexedFiles(registry: Registry): Promise<[string, Buffer][]> {
  return [[SEARCH_FILE, await makeSearchFile(registry)], ...(await historyBadges(registry))]
}
