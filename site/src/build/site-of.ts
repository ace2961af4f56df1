import path from 'node:path'
import { RegistryError } from '../errors.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { ownerOf } from './made-from.ts'
import { ownSite } from './target.ts'

/** The site of the default registry: `npm start` prints this path. */
const DEFAULT_SITE = path.join(import.meta.dirname, '..', '..', 'out')

/**
 * Returns the directory of a registry's site: the given one, if there is one; otherwise `site/out` for the default
 * registry, and a directory in the registry for any other registry.
 * @param out the caller's choice
 * @throws RegistryError `site-of-another-registry`
 */
export function siteOf(registry: Registry, out?: string): string {
  if (out === undefined) return registry.directory === registryAt().directory ? DEFAULT_SITE : ownSite(registry)
  const site = path.resolve(out)
  const owner = ownerOf(site, registry)
  if (owner.kind !== 'other') return site
  throw new RegistryError(
    'site-of-another-registry',
    `'${site}' is the site of another registry, '${owner.registry}', not of '${registry.directory}'. Choose another directory with --out.`,
  )
}
