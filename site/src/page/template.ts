/** Raised whenever a run page is laid out differently; each page says which one made it. */
export const TEMPLATE_VERSION = 3

/** What a page is made with beside its data. */
export interface Template {
  version: number
  /** File name under `/assets`. It holds the hash of its content and is kept for ever. */
  stylesheet: string
}
