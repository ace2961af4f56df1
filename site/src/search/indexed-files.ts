import { historyBadges } from '../history/badges.ts'
import type { Registry } from '../store/registry.ts'
import { makeSearchFile, SEARCH_FILE } from './search-file.ts'

/** Returns the files of a site that are made from the registry's index: the search index and the badges of histories. */
export async function indexedFiles(registry: Registry): Promise<[string, Buffer][]> {
  return [[SEARCH_FILE, await makeSearchFile(registry)], ...(await historyBadges(registry))]
}
