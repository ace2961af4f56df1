import { existsSync, lstatSync, mkdtempSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { makeDirectory } from '../store/durable-files.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { listFiles } from './list-files.ts'
import { findSiteOwner, MANIFEST, readManifest } from './manifest.ts'
import { findRetiredSite } from './staging.ts'

/**
 * Returns the directory that a build may write or replace. If it is a symbolic link, the link stays, and the build
 * replaces the directory that the link points to. All checks run before anything is built.
 * @param registry directory of the registry; the site must not be in it, except in the folder for its own site
 * @throws RegistryError `foreign-directory`, `inside-registry`, `unusable-target`
 */
export function findTarget(out: string, registry: string): string {
  const directory = resolveTarget(out)
  const fromRegistry = path.relative(realpathSync(registry), directory)
  if (fromRegistry !== OWN_SITE && !/^\.\.($|[/\\])/.test(fromRegistry) && !path.isAbsolute(fromRegistry)) {
    throw new RegistryError('inside-registry', `'${out}' is inside the registry. Choose another directory with --out.`)
  }
  assertReplaceable(directory)
  return directory
}

/** The folder in a registry for its site. It is used unless the caller names another directory. */
const OWN_SITE = 'site'

/** The site of the default registry. `npm start` prints the path of this site. */
const DEFAULT_SITE = path.join(import.meta.dirname, '..', '..', 'out')

/**
 * Returns the directory of a registry's site. If the caller names a directory, returns that one. Otherwise returns
 * `site/out` for the default registry, and a directory inside the registry for any other registry.
 * @param out the directory that the caller names
 * @throws RegistryError `site-of-another-registry`
 */
export function chooseSiteDirectory(registry: Registry, out?: string): string {
  if (out === undefined)
    return registry.directory === registryAt().directory ? DEFAULT_SITE : path.join(registry.directory, OWN_SITE)
  const site = path.resolve(out)
  const owner = findSiteOwner(site, registry)
  if (owner.kind !== 'other') return site
  throw new RegistryError(
    'site-of-another-registry',
    `'${site}' is the site of another registry, '${owner.registry}', not of '${registry.directory}'. Choose another directory with --out.`,
  )
}

/** Checks that a directory holds only files that a build made. @throws RegistryError `foreign-directory` */
export function assertReplaceable(directory: string): void {
  if (!existsSync(directory)) return
  if (!statSync(directory).isDirectory()) {
    throw new RegistryError('unusable-target', `'${directory}' is not a directory. Choose a directory with --out.`)
  }
  const made = readManifest(directory)?.files ?? {}
  const foreign = listFiles(directory).find((name) => name !== MANIFEST && !Object.hasOwn(made, name))
  if (foreign === undefined) return
  throw new RegistryError(
    'foreign-directory',
    `'${directory}' contains '${foreign}', which no build created. Move this file, or choose an empty or new directory with --out.`,
  )
}

/** Creates the parents of the site's directory, checks that files can be made in them, and resolves links. */
function resolveTarget(out: string): string {
  try {
    if (existsSync(out)) return assertWritable(realpathSync(out))
    if (lstatSync(out, { throwIfNoEntry: false }) !== undefined) return assertWritable(resolveBrokenLink(out))
    makeDirectory(path.dirname(out))
    return assertWritable(path.join(realpathSync(path.dirname(out)), path.basename(out)))
  } catch (error) {
    throw new RegistryError(
      'unusable-target',
      `The site cannot be written to '${out}' (${(error as Error).message}). Choose another directory with --out.`,
      EXIT.environment,
    )
  }
}

/**
 * Resolves a symbolic link whose target is missing because a killed build was replacing the site. Throws if the link is
 * broken for another reason.
 */
function resolveBrokenLink(link: string): string {
  const target = path.resolve(path.dirname(link), readlinkSync(link))
  const directory = path.join(realpathSync(path.dirname(target)), path.basename(target))
  if (findRetiredSite(directory) === null) throw new Error('it is a broken symbolic link')
  return directory
}

/**
 * Checks that the new site can be made beside the target. To do so it makes a directory there, because reading the
 * permissions would not be enough.
 */
function assertWritable(directory: string): string {
  rmSync(mkdtempSync(`${directory}.new-`), { recursive: true })
  return directory
}
