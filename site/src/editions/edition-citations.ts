import {
  bibtexFile,
  type CitationData,
  type CitationFormat,
  citeEdition,
  citeSource,
} from '../cite/citation-formats.ts'
import type { LoadedEdition } from './load-editions.ts'

/** The citations of an edition: of its source (null for an edition of measured runs), and of the edition itself. */
export interface EditionCitations {
  source: CitationData | null
  own: CitationData
}

/** Returns the citations of an edition. @param baseUrl where the registry is published, ending in "/" */
export function makeCitations(
  { edition, provenance }: Pick<LoadedEdition, 'edition' | 'provenance'>,
  baseUrl: string | null,
): EditionCitations {
  const submitters = [...new Set(provenance.flatMap(({ submitter }) => submitter ?? []))]
  const generated = provenance.some(({ generated }) => generated)
  return { source: citeSource(edition), own: citeEdition(edition, baseUrl, { submitters, generated }) }
}

/** Returns the citations of an edition in one BibTeX file. */
export function makeBibtex({ source, own }: EditionCitations): CitationFormat {
  return bibtexFile(`plimsoll-edition-${own.name}`, source === null ? [own] : [source, own])
}
