import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { RegistryError } from '../errors.ts'
import type { Template } from '../page-parts/template.ts'
import { trustDigest } from '../provenance/trust.ts'
import { fileStatus } from '../store/durable-files.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { listFiles, ownSite } from './target.ts'

/** The file of a site that records what it was made from. Like all hidden files it is never served. */
export const MADE_FROM = '.plimsoll-made-from.json'

interface SiteRecord {
  /**
   * The registry's directory, relative to the site. So the registry and the site can be moved together, and a published
   * copy reveals no home path.
   */
  registry: string
  baseUrl: string | null
  /** The result of `inputsOfSite` when the build began. */
  inputs: string
}

/** What a registry finds out about a built site: which registry the site was made from. */
export type SiteOwner =
  | { kind: 'own'; baseUrl: string | null }
  /** The site was made from another registry, which exists in this directory. */
  | { kind: 'other'; registry: string }
  /** There is no site, or the site names no registry, or the registry that it names is gone. */
  | { kind: 'none' }

/** Returns which registry the site in a directory was built from. */
export function findSiteOwner(site: string, registry: Registry): SiteOwner {
  const record = readSiteRecord(site)
  if (record === null) return { kind: 'none' }
  const directory = path.resolve(realpathSync(site), record.registry)
  if (directory === realpathSync(registry.directory)) return { kind: 'own', baseUrl: record.baseUrl }
  return existsSync(path.join(directory, 'documents')) ? { kind: 'other', registry: directory } : { kind: 'none' }
}

/** Whether a build would make the same site again, judged by the names, sizes and times of its input files. */
export function isCurrent(site: string, registry: Registry, baseUrl: string | null): boolean {
  return (
    existsSync(path.join(site, 'index.html')) &&
    findSiteOwner(site, registry).kind === 'own' &&
    readSiteRecord(site)?.inputs === inputsOfSite(registry, baseUrl)
  )
}

/** Formats the record of what a site was made from. @param site the site's final directory, without symbolic links */
export function formatSiteRecord(site: string, registry: Registry, baseUrl: string | null, inputs: string): string {
  const record: SiteRecord = { registry: path.relative(site, realpathSync(registry.directory)), baseUrl, inputs }
  return `${JSON.stringify(record)}\n`
}

/** The folders with the sources of the pages, apart from packages. */
const PROGRAM = [
  ...['assets', 'browser', 'components', 'documents', 'docs', 'shipped-editions', 'prisma', 'src'],
  '../schema/src',
]

/**
 * Returns a digest of a site's inputs. Documents, statements and editions are identified by the names, sizes and times
 * of their files, as in the index. The program, and what the registry trusts, are identified by the content of their
 * files. The index is not an input, because it is derived from the others.
 */
export function inputsOfSite(registry: Registry, baseUrl: string | null): string {
  const stored = [registry.documents, registry.statements, registry.editions].flatMap((folder) => [
    path.basename(folder),
    ...readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
      .map((name) => [name, ...Object.values(fileStatus(path.join(folder, name)))].join(' ')),
  ])
  return sha256(JSON.stringify([programDigest(PROGRAM), baseUrl, stored, trustDigest(registry)]))
}

/** Reads the record of what a site was made from; null if there is no record or it is not readable. */
function readSiteRecord(site: string): SiteRecord | null {
  try {
    const record = JSON.parse(readFileSync(path.join(site, MADE_FROM), 'utf8')) as Partial<SiteRecord>
    return typeof record.registry === 'string'
      ? { baseUrl: null, inputs: '', ...record, registry: record.registry }
      : null
  } catch {
    return null
  }
}

/** The site of the default registry. `npm start` prints the path of this site. */
const DEFAULT_SITE = path.join(import.meta.dirname, '..', '..', 'out')

/**
 * Returns the directory of a registry's site. If the caller names a directory, returns that one. Otherwise returns
 * `site/out` for the default registry, and a directory inside the registry for any other registry.
 * @param out the directory that the caller names
 * @throws RegistryError `site-of-another-registry`
 */
export function chooseSiteDirectory(registry: Registry, out?: string): string {
  if (out === undefined) return registry.directory === registryAt().directory ? DEFAULT_SITE : ownSite(registry)
  const site = path.resolve(out)
  const owner = findSiteOwner(site, registry)
  if (owner.kind !== 'other') return site
  throw new RegistryError(
    'site-of-another-registry',
    `'${site}' is the site of another registry, '${owner.registry}', not of '${registry.directory}'. Choose another directory with --out.`,
  )
}

/** The packages whose next version may change the pages. */
const RENDERING_PACKAGES = ['next', 'react-dom', 'vega', 'vega-lite', '@resvg/resvg-wasm', 'geist']

/** The folders with the sources of the pages of projects and editions. */
const PAGES = ['components', 'src', '../schema/src']

/** Returns a digest of what all pages of projects and editions depend on: the template and the program. */
export function digestOfPages(template: Template): string {
  return sha256(JSON.stringify([template, programDigest(PAGES)]))
}

/**
 * Returns a digest of the program that makes pages: the content of some folders of the site's package, and the versions
 * of the packages that render pages.
 * @param folders the folders, relative to the site's package
 */
function programDigest(folders: string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const directory = path.join(import.meta.dirname, '..', '..', folder)
    // A hidden file is no source; editors and tests leave some.
    const names = listFiles(directory).filter((name) => !/(^|\/)\./.test(name))
    for (const name of names) hash.update(`${name}\n`).update(readFileSync(path.join(directory, name)))
  }
  for (const name of RENDERING_PACKAGES) hash.update(readFileSync(findPackageJSON(name, import.meta.url) ?? name))
  return hash.digest('hex')
}
