import path from 'node:path'
import { RegistryError } from '../errors.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { ownerOf } from './made-from.ts'
import { ownSite } from './target.ts'

/** The site of the default registry. `npm start` prints the path of this site. */
const DEFAULT_SITE = path.join(import.meta.dirname, '..', '..', 'out')

/**
 * Returns the directory of a registry's site. If the caller names a directory, returns that one. Otherwise returns
 * `site/out` for the default registry, and a directory inside the registry for any other registry.
 * @param out the directory that the caller names
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
