import path from 'node:path'
import { RegistryError } from '../errors.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { ownerOf } from './made-from.ts'
import { ownSite } from './target.ts'

/** Of the default registry: `npm start` says where to look. */
const SITE_OF_DEFAULT = path.join(import.meta.dirname, '..', '..', 'out')

/**
 * Where the site of a registry is: where the caller says, else in the registry, and of the default registry in `site/out`.
 * Throws `site-of-another-registry`
 * @param out what the caller says
 */
export function siteOf(registry: Registry, out?: string): string {
  if (out === undefined) return registry.directory === registryAt().directory ? SITE_OF_DEFAULT : ownSite(registry)
  const site = path.resolve(out)
  const owner = ownerOf(site, registry)
  if (owner.kind !== 'other') return site
  throw new RegistryError(
    'site-of-another-registry',
    `'${site}' is the site of another registry, '${owner.registry}', not of '${registry.directory}'. Name another directory with --out.`,
  )
}
