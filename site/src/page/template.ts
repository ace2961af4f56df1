/** Increased with every change to the layout of run pages; each page names the version that made it. */
export const TEMPLATE_VERSION = 5

/**
 * The inputs of a run page besides its data. The names of its files contain a hash of their content, and the files are
 * kept for ever.
 */
export interface Template {
  version: number
  /** File name under `/assets`. */
  stylesheet: string
  /** File names under `/assets` of browser scripts, by their source names in `scripts/`. */
  scripts: Record<string, string>
  /** The registry's public address, ending in "/"; null if not specified. */
  baseUrl: string | null
}
