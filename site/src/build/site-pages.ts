import { readEditions } from '../editions/read-editions.ts'
import { sitemap } from '../feeds/sitemap.ts'
import { listFiles } from './target.ts'

/**
 * Returns `robots.txt` and the sitemap of the pages that Next exported. Returns nothing if the registry's address is
 * unknown.
 * @param others the addresses, from the root, of all runs and projects: an export holds only the new ones
 * @param editions the directories that hold editions
 * @param baseUrl the registry's address, ending in "/"
 */
export function sitemapFiles(
  exported: string,
  others: readonly string[],
  editions: readonly string[],
  baseUrl: string | null,
): Map<string, Buffer> {
  if (baseUrl === null) return new Map()
  // Leave out aliases of editions, because search engines should list the edition itself.
  const aliases = new Set(readEditions(...editions).flatMap(({ aliases }) => aliases.map((name) => `editions/${name}`)))
  const pages = listFiles(exported)
    .filter((file) => file.endsWith('.html') && !/^(_|404|projects\/|runs\/[a-z2-7]{26}\.)/.test(file))
    .map((file) => file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, ''))
    .filter((page) => !aliases.has(page))
  return sitemap([...new Set([...pages, ...others])], baseUrl)
}
