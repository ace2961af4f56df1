/** The version of the layout of run pages, increased with every change. Each page names the version that made it. */
export const TEMPLATE_VERSION = 18

/**
 * The inputs of a run page besides its data. The names of the files that it links to contain a hash of their content,
 * and these files are kept for ever.
 */
export interface Template {
  version: number
  /** The name of the stylesheet under `/assets`. */
  stylesheet: string
  /** The names of browser scripts under `/assets`, by the names of their sources in `browser/`. */
  scripts: Record<string, string>
  /** The registry's public address, ending in "/"; null if it is not specified. */
  baseUrl: string | null
}
