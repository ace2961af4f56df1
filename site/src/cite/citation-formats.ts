import { bibtexEntry, bibtexUrl, escapeLatex, toBibtex } from './bibtex.ts'
import { type CitationData, type CitedSite, citationKey, type OriginalWork, oneLine } from './citation-data.ts'

export { type CitationData, type CitedSite, citeEdition, citeRun, citeSource } from './citation-data.ts'

/** A citation in one format. */
export interface CitationFormat {
  title: string
  /** The name of the file with the citation. */
  file: string
  text: string
}

/** Returns a citation in every file format. */
export function citationFormats(data: CitationData): CitationFormat[] {
  const file = `plimsoll-${data.kind}-${data.name}`
  return [
    bibtexFile(file, [data]),
    { title: 'CSL-JSON', file: `${file}.csl.json`, text: toCsl(data) },
    { title: 'CFF', file: `${file}.cff`, text: toCff(data) },
  ]
}

/** Returns one BibTeX file with one or more citations. @param name the name of the file, without its extension */
export function bibtexFile(name: string, data: readonly CitationData[]): CitationFormat {
  return { title: 'BibTeX', file: `${name}.bib`, text: data.map(toBibtex).join('\n') }
}

/**
 * Returns a citation in plain text: `Authors: title, 2025-03-01. Plimsoll run 2kx…, sha256:…. Address`. Leaves out the
 * date after a title that ends in its year.
 */
export function citePlain({ kind, name, title, authors, published, hash, note, url }: CitationData): string {
  const isDated = published !== null && (kind === 'source' || !title.endsWith(` ${published.slice(0, 4)}`))
  const parts = [
    `${authors.length === 0 ? '' : `${authors.join(', ')}: `}${title}${isDated ? `, ${published}` : ''}`,
    ...(hash === null ? [] : [`Plimsoll ${kind} ${name}, ${hash}`]),
    ...(note === '' ? [] : [note.replace(/\.$/, '')]),
  ]
  return oneLine(`${parts.join('. ')}.${url === null ? '' : ` ${url}`}`)
}

/** Returns a data URL of the citation's file, so that the link needs no other file and no request. */
export function asDataUrl({ text }: CitationFormat): string {
  // Use the type plain text, because browsers have dropped spaces from other types. Escape only characters that would
  // end or change the address, because the unescaped rest compresses well together with the page.
  return `data:text/plain;charset=utf-8,${text.replace(/[%#\n\t]/g, encodeURIComponent)}`
}

/**
 * Returns a citation as CSL-JSON (Citation Style Language, input schema 1.0), which Zotero and pandoc read. Authors are
 * `literal`: documents have each name as one text, which does not say what is a family name.
 */
function toCsl(data: CitationData): string {
  const { kind, name, title, authors, published, original, publisher, hash, note, url } = data
  const item = {
    id: citationKey(data),
    type: hash === null ? 'webpage' : 'dataset',
    title: oneLine(title),
    ...(authors.length > 0 && { author: literal(authors) }),
    ...(published !== null && { issued: dateParts(published) }),
    ...(original !== null && {
      'original-title': oneLine(original.title),
      ...(original.authors.length > 0 && { 'original-author': literal(original.authors) }),
      'original-date': dateParts(original.published),
    }),
    ...(publisher !== null && { publisher, number: `${kind} ${name}` }),
    ...((hash !== null || note !== '') && { note: oneLine([hash, note].filter(Boolean).join('. ')) }),
    ...(url === null ? {} : { URL: url }),
  }
  const fields = Object.entries(item).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `[{\n${fields.join(',\n')}\n}]\n`
}

function literal(names: string[]): { literal: string }[] {
  return names.map((name) => ({ literal: oneLine(name) }))
}

function dateParts(day: string): { 'date-parts': number[][] } {
  return { 'date-parts': [day.split('-').map(Number)] }
}

/**
 * The licences that the CFF schema (Citation File Format) accepts. Other licences are left out, because a file with an
 * unknown licence is invalid.
 */
const LICENCES = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'ODbL-1.0', 'ODC-By-1.0', 'PDDL-1.0', 'MIT', 'Apache-2.0']

/** The author of a citation whose authors are unknown, because CFF requires an author. */
const NO_AUTHORS = ['Anonymous']

/** Returns a CITATION.cff (Citation File Format 1.2.0). Every text is a JSON string, which is also valid YAML. */
function toCff(data: CitationData): string {
  const { kind, name, title, authors, published, original, hash, note, licence, url } = data
  const lines = [
    'cff-version: 1.2.0',
    `message: ${quote(hash === null ? 'Please cite the source of these figures.' : `Please cite this ${kind} by its hash, which identifies it permanently.`)}`,
    'type: dataset',
    `title: ${quote(title)}`,
    ...authorLines(authors),
    ...(published === null ? [] : [`date-released: ${quote(published)}`]),
    ...(hash === null
      ? []
      : [
          'identifiers:',
          '  - type: other',
          `    value: ${quote(hash)}`,
          `    description: ${quote(`SHA-256 of Plimsoll ${kind} ${name}`)}`,
        ]),
    ...(note === '' ? [] : [`abstract: ${quote(note)}`]),
    ...(licence !== null && LICENCES.includes(licence) ? [`license: ${licence}`] : []),
    ...(url === null ? [] : [`url: ${quote(url)}`]),
    ...(original === null ? [] : ['references:', ...referenceLines(original)]),
  ]
  return `${lines.join('\n')}\n`
}

function authorLines(authors: string[]): string[] {
  return ['authors:', ...(authors.length === 0 ? NO_AUTHORS : authors).map((author) => `  - name: ${quote(author)}`)]
}

/** Returns the original work as the first reference of a CITATION.cff. */
function referenceLines({ title, authors, published, url }: OriginalWork): string[] {
  const [first, ...others] = [
    'type: generic',
    `title: ${quote(title)}`,
    ...authorLines(authors),
    `date-published: ${quote(published)}`,
    ...(url === null ? [] : [`url: ${quote(url)}`]),
  ]
  return [`  - ${first}`, ...others.map((line) => `    ${line}`)]
}

function quote(text: string): string {
  return JSON.stringify(oneLine(text))
}

/**
 * Returns the citation of the whole registry. The registry changes with every new run, so the citation gives the day of
 * the latest run. A single figure should be cited by its run.
 * @param latest when the latest run of the registry began, ISO 8601; null if the registry has no run
 */
export function citeRegistry(
  { baseUrl, siteName }: CitedSite,
  latest: string | null,
): { plain: string; bibtex: string } {
  const day = latest?.slice(0, 10) ?? null
  const note = `Registry of run documents.${day === null ? '' : ` Runs until ${day}.`}`
  return {
    plain: `${siteName}: what containers cost. ${note}${baseUrl === null ? '' : ` ${baseUrl}`}`,
    bibtex: bibtexEntry('plimsoll', [
      ['author', `{{${escapeLatex(siteName)}}}`],
      ['title', `{{${escapeLatex(siteName)}: what containers cost}}`],
      ['year', day === null ? '' : `{${day.slice(0, 4)}}`],
      ['publisher', `{${escapeLatex(siteName)}}`],
      ['note', `{${note}}`],
      ['url', bibtexUrl(baseUrl)],
    ]),
  }
}
