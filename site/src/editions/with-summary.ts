import type { Edition } from './edition.ts'

/** The result of an edition, after what its authors say of it, as a quotation. */
export function withSummary({ summary }: Pick<Edition, 'summary'>, lede: string): string {
  return summary === undefined ? lede : `“${summary}” ${lede}`
}
