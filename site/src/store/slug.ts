/**
 * Returns the name of an engine's page (its slug). All versions of a product share the page. `Docker Engine` shares it
 * with `Docker`, the name that some sources use. The submitter chooses the product's name, so `product` may contain
 * anything.
 */
export function engineSlug(product: string): string {
  const plain = product.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const slug = plain.replace(/^-|-(engine-?)?$/g, '').slice(0, 60)
  return isPageName(slug) ? slug : 'other'
}

/** Whether a page can have this name: a plain file name that does not stand for a whole folder. */
export function isPageName(name: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{0,63}$/.test(name) && name !== 'index' && name !== 'page'
}

/**
 * Whether a project can have a page. A repository named `..` cannot: its page would lie outside the folder of the
 * projects.
 */
export function isProject(project: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,38}\/[a-z0-9_-][a-z0-9._-]{0,99}$/.test(project) && !project.endsWith('.html')
}
