import { ANALYSIS_VERSION, type Citation, type Identity, type RunDocument, revealInvisible } from '@plimsoll/schema'
import { osTitle } from '../page/titles.ts'

/** The fields of a citation, from which every citation format is made. */
export interface CitationData {
  /** The kind of the cited work. `name` is how the registry names this work: `Plimsoll run 2kx…`. */
  kind: 'run' | 'edition'
  name: string
  title: string
  /** The names of the authors; empty if unknown. */
  authors: string[]
  /** The day of publication, ISO 8601. */
  published: string
  /** The hash of the cited document, `sha256:…`. */
  hash: string
  /** Further remarks, in sentences. */
  note: string
  /** The SPDX identifier of the licence. */
  licence: string | null
  /** The address of the cited work; null if the registry's address is unknown. */
  url: string | null
}

/** Returns the fields of the citation of a run. @param baseUrl where the registry is published, ending in "/" */
export function citeRun(document: RunDocument, { hash, id }: Identity, baseUrl: string | null): CitationData {
  const { origin, suite, disclosure, source, licence, startedAt } = document
  const common = { kind: 'run' as const, name: id, hash, licence, url: baseUrl && `${baseUrl}runs/${id}` }
  const analysis = `Figures by analysis version ${ANALYSIS_VERSION}.`
  if (origin.kind === 'transcribed') {
    const { title, authors, published, url } = origin.citation
    return {
      ...common,
      title,
      authors,
      published: published.slice(0, 10),
      note: `Transcribed from ${url}${versionOf(origin.citation)}. ${analysis}`,
    }
  }
  return {
    ...common,
    title: `${suite.name}, version ${suite.version}, on ${osTitle(document.host)}`,
    authors: [disclosure.submitter ?? source?.repository ?? 'Anonymous'],
    published: startedAt.slice(0, 10),
    note: analysis,
  }
}

/**
 * The fields of an edition that its citation needs. If the edition has a source, `citation` is the citation of this
 * source.
 */
export interface CitableEdition {
  name: string
  title: string
  published: string
  digest: string
  /** The citation of the source. The authors or the address of a source may be unknown. */
  citation?: (Omit<Citation, 'url'> & { url: string | null }) | null
}

/**
 * Returns the fields of the citation of an edition.
 * @param baseUrl where the registry is published, ending in "/"
 * @param submitters the proven submitters of the edition's runs, who are the authors of an edition without a source
 */
export function citeEdition(edition: CitableEdition, baseUrl: string | null, submitters: string[] = []): CitationData {
  const { name, title, published, digest, citation = null } = edition
  return {
    kind: 'edition',
    name,
    title: withoutYear(title, published),
    authors: authorsOf(citation, submitters),
    published: published.slice(0, 10),
    hash: digest,
    note: citation === null ? '' : `From “${citation.title}”${addressOf(citation)}${versionOf(citation)}.`,
    licence: null,
    url: baseUrl && `${baseUrl}editions/${name}`,
  }
}

/** Removes the year from the end of a title, because the date of a citation follows it. */
function withoutYear(title: string, published: string): string {
  return title.replace(/,? (\d{4})$/, (end, year: string) => (published.startsWith(year) ? '' : end))
}

function authorsOf(citation: CitableEdition['citation'], submitters: string[]): string[] {
  if (!citation) return submitters
  return citation.authors.length === 0 ? ['Plimsoll'] : citation.authors
}

/** Puts text of a document on one line, for any citation format. Invisible and invalid characters become U+FFFD. */
export function oneLine(text: string): string {
  return revealInvisible(text.replace(/\s+/g, ' ').trim())
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
}

function addressOf({ url }: { url: string | null }): string {
  return url === null ? '' : `, ${url}`
}

function versionOf({ version }: Pick<Citation, 'version'>): string {
  return version === undefined ? '' : `, version ${version.slice(0, 12)}`
}
