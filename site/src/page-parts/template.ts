/** The environment variable through which a build passes the template to Next, which renders pages in another process. */
export const TEMPLATE_VARIABLE = 'PLIMSOLL_TEMPLATE'

/** The inputs of a page besides its data. The names of the files that it links to contain a hash of their content. */
export interface Template {
  /** The name of the stylesheet under `/assets`. */
  stylesheet: string
  /** The names of browser scripts under `/assets`, by the names of their sources in `browser/`. */
  scripts: Record<string, string>
  /** The registry's public address, ending in "/"; null if it is not specified. */
  baseUrl: string | null
  /** The name of the registry's site. */
  siteName: string
}

/** Returns the template of the build that runs this process. @throws Error outside a build */
export function templateOfBuild(): Template {
  const template = process.env[TEMPLATE_VARIABLE]
  if (template === undefined)
    throw new Error('The build context is missing. Build the pages with "plimsoll-registry build".')
  return JSON.parse(template) as Template
}
