import {
  bibtexFile,
  type CitationData,
  type CitationFormat,
  type CitedSite,
  citeEdition,
  citeSource,
} from '../cite/citation-formats.ts'
import type { LoadedEdition } from './load-editions.ts'

/** The citations of an edition: of its source (null for an edition of measured runs), and of the edition itself. */
export interface EditionCitations {
  source: CitationData | null
  own: CitationData
}

/** Returns the citations of an edition. @param shipped the names of the editions that ship with Plimsoll */
export function makeCitations(
  { edition, provenance }: Pick<LoadedEdition, 'edition' | 'provenance'>,
  site: CitedSite,
  shipped: readonly string[],
): EditionCitations {
  const submitters = [...new Set(provenance.flatMap(({ submitter }) => submitter ?? []))]
  const generated = provenance.some(({ generated }) => generated)
  const isShipped = shipped.includes(edition.name)
  return { source: citeSource(edition), own: citeEdition(edition, site, { submitters, generated, isShipped }) }
}

/** Returns the citations of an edition in one BibTeX file. */
export function makeBibtex({ source, own }: EditionCitations): CitationFormat {
  return bibtexFile(`plimsoll-edition-${own.name}`, source === null ? [own] : [source, own])
}
