import { existsSync, readFileSync, realpathSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileStatus } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { inputsOfSite } from './inputs.ts'
import { listFiles } from './list-files.ts'

/** The file of a site that records what the site was made from. Like all hidden files it is never served. */
export const MANIFEST = '.plimsoll-site.json'

/** What a site was made from, and every file that the build made. */
export interface Manifest {
  /**
   * The registry's directory, relative to the site. So the registry and the site can be moved together, and a published
   * copy reveals no home path.
   */
  registry: string
  baseUrl: string | null
  /** The result of `inputsOfSite` when the build began. */
  inputs: string
  /** The files, by their paths below the site. */
  files: Record<string, MadeFile>
}

interface MadeFile {
  /** A digest of everything that the file was made from; null for a file that every build makes. */
  inputs: string | null
  /** The size in bytes and the modification time in ms since 1970. While both are the same, the file is as it was made. */
  size: number
  modified: number
}

/** Reads the manifest of a site; null if there is none, or it cannot be read. */
export function readManifest(site: string): Manifest | null {
  try {
    const manifest = JSON.parse(readFileSync(path.join(site, MANIFEST), 'utf8')) as Partial<Manifest>
    const { registry, baseUrl = null, inputs = '', files } = manifest
    return typeof registry === 'string' ? { registry, baseUrl, inputs, files: files ?? {} } : null
  } catch {
    return null
  }
}

/** What a new site is made from, and when. */
export interface SiteSource extends Omit<Manifest, 'files'> {
  /** When the build began, in ms since 1970. It becomes the modification time of the manifest: see `builtAt`. */
  began: number
}

/**
 * Writes the manifest of a site.
 * @param inputs what its files were made from, by path; without those that every build makes
 */
export function writeManifest(
  site: string,
  { began, ...source }: SiteSource,
  inputs: ReadonlyMap<string, string>,
): void {
  const files = Object.fromEntries(
    listFiles(site).map((name) => {
      const { size, modified } = fileStatus(path.join(site, name))
      return [name, { inputs: inputs.get(name) ?? null, size, modified }]
    }),
  )
  const file = path.join(site, MANIFEST)
  const manifest: Manifest = { ...source, files }
  writeFileSync(file, `${JSON.stringify(manifest)}\n`)
  utimesSync(file, began / 1000, began / 1000)
}

/** Returns when the build of a site began, in ms since 1970: it contains what was stored before. Null without a site. */
export function builtAt(site: string): number | null {
  return statSync(path.join(site, MANIFEST), { throwIfNoEntry: false })?.mtimeMs ?? null
}

/** Which files of a new site are taken over from the old one, and which are made. */
export interface Plan {
  kept: string[]
  due: string[]
}

/**
 * Plans which files to make: those whose inputs changed, and those that are missing or were changed after they were made.
 * @param inputs what each file is made from, by its path
 */
export function planFiles(site: string, manifest: Manifest | null, inputs: ReadonlyMap<string, string>): Plan {
  const plan: Plan = { kept: [], due: [] }
  for (const [name, current] of inputs) {
    const made = manifest?.files[name]
    const isKept = made?.inputs === current && isUnchanged(path.join(site, name), made)
    plan[isKept ? 'kept' : 'due'].push(name)
  }
  return plan
}

/** Whether every file of a site is as the build made it. */
export function isIntact(site: string, { files }: Manifest): boolean {
  return Object.entries(files).every(([name, made]) => isUnchanged(path.join(site, name), made))
}

function isUnchanged(file: string, { size, modified }: MadeFile): boolean {
  const status = fileStatus(file)
  return status.size === size && status.modified === modified
}

/** What a registry finds out about a built site: which registry the site was made from. */
export type SiteOwner =
  | { kind: 'own'; manifest: Manifest }
  /** The site was made from another registry, which exists in this directory. */
  | { kind: 'other'; registry: string }
  /** There is no site, or the site names no registry, or the registry that it names is gone. */
  | { kind: 'none' }

/** Returns which registry the site in a directory was built from. */
export function findSiteOwner(site: string, registry: Registry): SiteOwner {
  const manifest = readManifest(site)
  if (manifest === null) return { kind: 'none' }
  const directory = path.resolve(realpathSync(site), manifest.registry)
  if (directory === realpathSync(registry.directory)) return { kind: 'own', manifest }
  return existsSync(path.join(directory, 'documents')) ? { kind: 'other', registry: directory } : { kind: 'none' }
}

/** Whether a build would make the same site again, judged by the names, sizes and times of its input files. */
export function isCurrent(site: string, registry: Registry, baseUrl: string | null): boolean {
  const owner = findSiteOwner(site, registry)
  return (
    owner.kind === 'own' &&
    existsSync(path.join(site, 'index.html')) &&
    owner.manifest.inputs === inputsOfSite(registry, baseUrl)
  )
}
