/** Raised whenever a run page is laid out differently; each page says which one made it. */
export const TEMPLATE_VERSION = 5

/** What a page is made with beside its data. The files it names hold the hash of their content and are kept for ever. */
export interface Template {
  version: number
  /** File name under `/assets`. */
  stylesheet: string
  /** File names under `/assets` of what runs in a browser, by the names of their sources in `scripts/`. */
  scripts: Record<string, string>
  /** Where the registry is published, ending in "/"; null where that was not said. */
  baseUrl: string | null
}
