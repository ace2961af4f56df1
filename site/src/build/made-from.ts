import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { programDigest } from './program.ts'

/** The file of a site that says what it was made from. Like all hidden files it is never served. */
export const MADE_FROM = '.plimsoll-made-from.json'

interface MadeFrom {
  /** The registry's directory, relative to the site: both can be moved together, and a copy on a web host names no home. */
  registry: string
  baseUrl: string | null
  /** What `inputsOfSite` returned when the build began. */
  inputs: string
}

/** Whose a built site is. */
export type Owner =
  | { kind: 'own'; baseUrl: string | null }
  /** Made from a registry that is there, in this directory. */
  | { kind: 'other'; registry: string }
  /** No site, one that does not say whose it is, or one of a registry that is gone. */
  | { kind: 'nobody' }

/** Whose the site in a directory is, as a registry sees it. */
export function ownerOf(site: string, registry: Registry): Owner {
  const made = readMadeFrom(site)
  if (made === null) return { kind: 'nobody' }
  const directory = path.resolve(realpathSync(site), made.registry)
  if (directory === realpathSync(registry.directory)) return { kind: 'own', baseUrl: made.baseUrl }
  return existsSync(path.join(directory, 'documents')) ? { kind: 'other', registry: directory } : { kind: 'nobody' }
}

/** Whether a build would make the same site again, as far as names, sizes and times of files tell. */
export function isCurrent(site: string, registry: Registry, baseUrl: string | null): boolean {
  return (
    existsSync(path.join(site, 'index.html')) &&
    ownerOf(site, registry).kind === 'own' &&
    readMadeFrom(site)?.inputs === inputsOfSite(registry, baseUrl)
  )
}

/** What a site says of what it was made from. @param site where it will be, without symbolic links */
export function formatMadeFrom(site: string, registry: Registry, baseUrl: string | null, inputs: string): string {
  const made: MadeFrom = { registry: path.relative(site, realpathSync(registry.directory)), baseUrl, inputs }
  return `${JSON.stringify(made)}\n`
}

/** Everything but packages that makes the pages. */
const PROGRAM = [
  ...['app', 'assets', 'components', 'documents', 'docs', 'editions', 'pages', 'prisma', 'scripts', 'src'],
  '../schema/src',
]

/**
 * Names what a site is made from: documents, statements and editions by the names, sizes and times of their files, as
 * the index does; the program by its content. The index follows from these and is none of it.
 */
export function inputsOfSite(registry: Registry, baseUrl: string | null): string {
  const stored = [registry.documents, registry.statements, registry.editions].flatMap((folder) => [
    path.basename(folder),
    ...readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
      .map((name) => [name, ...Object.values(statusOf(path.join(folder, name)))].join(' ')),
  ])
  return sha256(JSON.stringify([programDigest(PROGRAM), baseUrl, stored]))
}

/** null where there is none, or nothing that can be read. */
function readMadeFrom(site: string): MadeFrom | null {
  try {
    const made = JSON.parse(readFileSync(path.join(site, MADE_FROM), 'utf8')) as Partial<MadeFrom>
    return typeof made.registry === 'string' ? { baseUrl: null, inputs: '', ...made, registry: made.registry } : null
  } catch {
    return null
  }
}
