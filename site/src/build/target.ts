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
import { makeDirectory } from '../store/durable.ts'
import type { Registry } from '../store/registry.ts'
import { lastSiteOf, MARKER } from './beside.ts'

/**
 * The directory a build may put a site in, in place of what is there; a symbolic link stays, and what it leads to is
 * replaced. Throws `foreign-directory`, `inside-registry` and `unusable-target`, before anything is built.
 * @param registry directory that must not be built into, but for the place of its own site
 */
export function findTarget(out: string, registry: string): string {
  const directory = prepare(out)
  const fromRegistry = path.relative(realpathSync(registry), directory)
  if (fromRegistry !== OWN_SITE && !/^\.\.($|[/\\])/.test(fromRegistry) && !path.isAbsolute(fromRegistry)) {
    throw new RegistryError('inside-registry', `${out} is inside the registry; name a directory outside it with --out.`)
  }
  assertReplaceable(directory)
  return directory
}

/** The folder of a registry that its site is in, unless the caller says where. */
const OWN_SITE = 'site'

/** Where the site of a registry is, unless the caller says where. */
export function ownSite({ directory }: Registry): string {
  return path.join(directory, OWN_SITE)
}

/** Throws `foreign-directory` where a directory holds something that no build made. */
export function assertReplaceable(directory: string): void {
  if (!existsSync(directory)) return
  if (!statSync(directory).isDirectory()) {
    throw new RegistryError('unusable-target', `${directory} is not a directory; name one with --out.`)
  }
  const marker = path.join(directory, MARKER)
  const made = new Set(existsSync(marker) ? [MARKER, ...readFileSync(marker, 'utf8').split('\n')] : [])
  const foreign = listFiles(directory).find((name) => !made.has(name))
  if (foreign === undefined) return
  throw new RegistryError(
    'foreign-directory',
    `${directory} holds something that no build put there (${foreign}); move it away, or name an empty or a new directory with --out.`,
  )
}

/** The files below a directory, by their paths below it, with "/" between folders. */
export function listFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

/** Makes what is above the directory, sees that files can be made there, and follows links. */
function prepare(out: string): string {
  try {
    if (existsSync(out)) return probe(realpathSync(out))
    if (lstatSync(out, { throwIfNoEntry: false }) !== undefined) return probe(endOfLink(out))
    makeDirectory(path.dirname(out))
    return probe(path.join(realpathSync(path.dirname(out)), path.basename(out)))
  } catch (error) {
    throw new RegistryError(
      'unusable-target',
      `The site cannot be put in ${out} (${(error as Error).message}); name another directory with --out.`,
      EXIT.environment,
    )
  }
}

/** Where a link leads to, though nothing is there: a build may have been killed while it exchanged the site. */
function endOfLink(link: string): string {
  const place = path.resolve(path.dirname(link), readlinkSync(link))
  const directory = path.join(realpathSync(path.dirname(place)), path.basename(place))
  if (lastSiteOf(directory) === null) throw new Error('it is a link that leads nowhere')
  return directory
}

/** Asking for permissions is not enough: the new site is made beside the old one. */
function probe(directory: string): string {
  rmSync(mkdtempSync(`${directory}.new-`), { recursive: true })
  return directory
}
