import { readEditions } from '../editions/read-editions.ts'
import { html } from '../html.ts'
import { listFiles } from '../site-build/list-files.ts'

/** Maximum number of addresses in a sitemap (sitemaps.org). */
const MAX_ADDRESSES = 50_000

/**
 * Returns `sitemap.xml` and `robots.txt`, which refers to it. If there are more pages than one file may list, returns
 * further files for them.
 * @param pages the addresses below the base URL
 * @param baseUrl the address of the registry, ending in "/"
 */
export function sitemap(pages: readonly string[], baseUrl: string): Map<string, Buffer> {
  const sorted = [...pages].sort()
  const robots = `User-agent: *\nAllow: /\nSitemap: ${baseUrl}sitemap.xml\n`
  const files = new Map<string, Buffer>([['robots.txt', Buffer.from(robots)]])
  if (sorted.length <= MAX_ADDRESSES) return files.set('sitemap.xml', urlSet(sorted, baseUrl))
  const parts = Array.from({ length: Math.ceil(sorted.length / MAX_ADDRESSES) }, (_, part) => ({
    name: `sitemap-${part + 1}.xml`,
    pages: sorted.slice(part * MAX_ADDRESSES, (part + 1) * MAX_ADDRESSES),
  }))
  for (const { name, pages } of parts) files.set(name, urlSet(pages, baseUrl))
  const entries = parts.map(({ name }) => html`<sitemap><loc>${baseUrl}${name}</loc></sitemap>\n`)
  return files.set('sitemap.xml', toXml(html`<sitemapindex xmlns="${NAMESPACE}">\n${entries}</sitemapindex>`))
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function urlSet(pages: readonly string[], baseUrl: string): Buffer {
  return toXml(html`<urlset xmlns="${NAMESPACE}">
${pages.map((page) => html`<url><loc>${baseUrl}${page}</loc></url>\n`)}</urlset>`)
}

function toXml({ text }: { text: string }): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${text}\n`)
}

/**
 * Returns `robots.txt` and the sitemap of the pages that Next exported. Returns nothing if the registry's address is
 * unknown.
 * @param others the addresses, from the root, of all runs, projects and editions: an export holds only the new ones
 * @param editions where the editions are; see `editionPaths`
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
  return sitemap(
    [...new Set([...pages, ...others])].filter((page) => !aliases.has(page)),
    baseUrl,
  )
}
