import { ANALYSIS_VERSION, type Citation, type Identity, type RunDocument, revealInvisible } from '@plimsoll/schema'
import type { Template } from '../page-parts/template.ts'
import { hasSuite, measuredTitle, osTitle } from '../page-parts/titles.ts'
import { GENERATED, isGenerated } from '../store/origin.ts'

/** The fields of a citation, from which every citation format is made. */
export interface CitationData {
  /**
   * The kind of the cited work. `name` is how the registry names this work: `Plimsoll run 2kx…`. A source is the work of
   * others that an edition shows, and has the name of the edition.
   */
  kind: 'run' | 'edition' | 'source'
  name: string
  title: string
  /** The names of the authors; empty if unknown. */
  authors: string[]
  /** The day of publication, ISO 8601; null if the work does not record it. */
  published: string | null
  /** The work whose figures the cited work shows; null if there is none. */
  original: OriginalWork | null
  /** The name of the site that has it; null for a source. */
  publisher: string | null
  /** The hash of the cited document, `sha256:…`; null for a source. */
  hash: string | null
  /** Further remarks, in sentences. */
  note: string
  /** The SPDX identifier of the licence. */
  licence: string | null
  /** The address of the cited work; null if the registry's address is unknown. */
  url: string | null
}

/** The work of others that an edition shows. */
export interface OriginalWork {
  title: string
  authors: string[]
  /** The day of publication, ISO 8601. */
  published: string
  url: string | null
}

/** The site that has a cited work: its address, ending in "/" and null if it is unknown, and its name, as the publisher. */
export type CitedSite = Pick<Template, 'baseUrl' | 'siteName'>

/** Returns the fields of the citation of a run. */
export function citeRun(document: RunDocument, { hash, id }: Identity, { baseUrl, siteName }: CitedSite): CitationData {
  const { origin, suite, disclosure, source, licence, startedAt } = document
  const common = {
    ...{ kind: 'run' as const, name: id, hash, licence, original: null, publisher: siteName },
    url: baseUrl && `${baseUrl}runs/${id}`,
  }
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
    title: `${measuredTitle(document)}${hasSuite(document) ? `, version ${suite.version},` : ''} on ${osTitle(document.host)}${isGenerated(document) ? GENERATED_TITLE : ''}`,
    authors: [disclosure.submitter ?? source?.repository ?? 'Anonymous'],
    published: startedAt.slice(0, 10),
    note: analysis,
  }
}

/** The end of the title of generated data, so that no format of a citation leaves it out. */
const GENERATED_TITLE = ` (${GENERATED})`

/**
 * The fields of an edition that its citation needs. If the edition has a source, `citation` is the citation of this
 * source.
 */
export interface CitableEdition {
  name: string
  title: string
  published: string
  digest: string
  authors?: string[]
  /** The citation of the source. The authors or the address of a source may be unknown. */
  citation?: (Omit<Citation, 'url'> & { url: string | null }) | null
}

interface AboutEdition {
  submitters?: string[]
  generated?: boolean
  isShipped?: boolean
}

/**
 * Returns the fields of the citation of an edition. An edition that shows a source is by Plimsoll, because the figures
 * are computed anew. It has no day of publication, because it records only that of its source, which is the original
 * work. An edition of measured runs has the day of its newest run.
 * @param about the proven submitters of the edition's runs, who are the authors of an edition without a source that names
 *   none; whether some of the runs are generated; whether the edition ships with Plimsoll. Without authors and
 *   submitters, the author is Plimsoll or the site.
 */
export function citeEdition(
  edition: CitableEdition,
  { baseUrl, siteName }: CitedSite,
  { submitters = [], generated = false, isShipped = false }: AboutEdition = {},
): CitationData {
  const { name, title, published, digest, authors = submitters, citation = null } = edition
  return {
    kind: 'edition',
    name,
    title: generated ? `${title}${GENERATED_TITLE}` : title,
    authors: citation === null && authors.length > 0 ? authors : [isShipped ? 'Plimsoll' : siteName],
    publisher: siteName,
    published: citation === null ? published.slice(0, 10) : null,
    original: citation && originalOf(citation),
    hash: digest,
    note:
      citation === null ? `Newest run ${published.slice(0, 10)}.` : `Figures of ${describeSource(edition, citation)}.`,
    licence: null,
    url: baseUrl && `${baseUrl}editions/${name}`,
  }
}

/** Returns the fields of the citation of an edition's source, as its author published it; null without a source. */
export function citeSource(edition: CitableEdition): CitationData | null {
  const { name, citation = null } = edition
  if (citation === null) return null
  const notes = [versionOf(citation), replacedOn(edition, citation)].map((note) => note.slice(2)).filter(Boolean)
  return {
    ...{ kind: 'source', name, ...originalOf(citation) },
    original: null,
    publisher: null,
    hash: null,
    note: notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`).join(' '),
    licence: null,
  }
}

type EditionSource = NonNullable<CitableEdition['citation']>

function originalOf({ title, authors, published, url }: EditionSource): OriginalWork {
  return { title, authors, published: published.slice(0, 10), url }
}

function describeSource(edition: CitableEdition, source: EditionSource): string {
  const { title, authors, published } = source
  const by = authors.length === 0 ? '' : `${authors.join(', ')}: `
  return `${by}“${title}”, ${published.slice(0, 10)}${addressOf(source)}${versionOf(source)}${replacedOn(edition, source)}`
}

/** The day of the version of the source that the edition shows, if its data were replaced after it was published. */
function replacedOn({ published }: CitableEdition, source: EditionSource): string {
  return published === source.published ? '' : `, data file replaced ${published.slice(0, 10)}`
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

/**
 * Returns the key of a citation, for example in BibTeX. Runs and editions have their names, which are unique in the
 * registry. The key of a source is made of its first author, its year and a word of its title, as authors write keys:
 * `paolomainardi2025docker`. It depends on the source only, so that it never changes.
 */
export function citationKey({ kind, name, title, authors, published }: CitationData): string {
  if (kind !== 'source') return `plimsoll-${kind}-${name}`
  const words = title.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => !STOP_WORDS.test(word))
  const [word = toAscii(name)] = words.map(toAscii).filter((word) => word !== '')
  return `${toAscii(authors[0] ?? '') || 'anonymous'}${published?.slice(0, 4) ?? ''}${word}`
}

const STOP_WORDS = /^(?:an?|and|are|do|does|for|from|how|in|is|of|on|or|the|to|what|when|which|why|with)$/i

/** Returns the letters and digits of a text that any program accepts in a key: "Müller" becomes "muller". */
function toAscii(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
