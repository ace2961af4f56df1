import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { makeDirectory } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { findRetiredSite, MARKER } from './staging.ts'

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

/** Returns the default directory of a registry's site. */
export function ownSite({ directory }: Registry): string {
  return path.join(directory, OWN_SITE)
}

/** Checks that a directory holds only files that a build made. @throws RegistryError `foreign-directory` */
export function assertReplaceable(directory: string): void {
  if (!existsSync(directory)) return
  if (!statSync(directory).isDirectory()) {
    throw new RegistryError('unusable-target', `'${directory}' is not a directory. Choose a directory with --out.`)
  }
  const marker = path.join(directory, MARKER)
  const made = new Set(existsSync(marker) ? [MARKER, ...readFileSync(marker, 'utf8').split('\n')] : [])
  const foreign = listFiles(directory).find((name) => !made.has(name))
  if (foreign === undefined) return
  throw new RegistryError(
    'foreign-directory',
    `'${directory}' contains '${foreign}', which no build created. Move this file, or choose an empty or new directory with --out.`,
  )
}

/** Returns the files below a directory, as relative paths with "/" between folders, sorted. */
export function listFiles(directory: string): string[] {
  return filesBelow(directory, '').sort()
}

/** This takes a third of the time of a recursive `readdirSync`, which asks for the status of every file. */
function filesBelow(directory: string, folder: string): string[] {
  return readdirSync(path.join(directory, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(directory, `${folder}${entry.name}/`) : [`${folder}${entry.name}`],
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
