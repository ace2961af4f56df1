/** The inputs of a page besides its data. The names of the files that it links to contain a hash of their content. */
export interface Template {
  /** The name of the stylesheet under `/assets`. */
  stylesheet: string
  /** The names of browser scripts under `/assets`, by the names of their sources in `browser/`. */
  scripts: Record<string, string>
  /** The registry's public address, ending in "/"; null if it is not specified. */
  baseUrl: string | null
}
