import names from './engine-names.json' with { type: 'json' }

/**
 * Returns the name of an engine's page (its slug). All versions of a product share the page. `Docker Engine` shares it
 * with `Docker`, the name that some sources use. The submitter chooses the product's name, so a name that is none of the
 * products that Plimsoll knows has the page of all others.
 */
export function engineSlug(product: string): string {
  const slug = slugOf(product)
  return KNOWN.has(slug) ? slug : OTHER
}

/** Returns the title of an engine's page. */
export function engineTitle(slug: string): string {
  return KNOWN.get(slug) ?? 'Other engines'
}

/** Returns a product's name for pages that are not of its run: as the run spells it only if Plimsoll knows this name. */
export function knownProduct(product: string): string {
  if (product === 'Docker' || names.includes(product)) return product
  return KNOWN.get(slugOf(product)) ?? 'other engine'
}

const OTHER = 'other'

function slugOf(product: string): string {
  const plain = product.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return plain.replace(/^-|-(engine-?)?$/g, '')
}

const KNOWN = new Map(names.map((name) => [slugOf(name), name]))
