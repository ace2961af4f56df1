import { toBibtex } from './bibtex.ts'
import { toCff } from './cff.ts'
import { type CitationData, oneLine } from './citation-data.ts'
import { toCsl } from './csl.ts'

export { type CitationData, citeEdition, citeRun } from './citation-data.ts'

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
    { title: 'BibTeX', file: `${file}.bib`, text: toBibtex(data) },
    { title: 'CSL-JSON', file: `${file}.csl.json`, text: toCsl(data) },
    { title: 'CFF', file: `${file}.cff`, text: toCff(data) },
  ]
}

/** Returns a citation in plain text: `Authors: title, 2025-03-01. Plimsoll run 2kx…, sha256:…. Address` */
export function citePlain({ kind, name, title, authors, published, hash, note, url }: CitationData): string {
  const parts = [
    `${authors.length === 0 ? '' : `${authors.join(', ')}: `}${title}, ${published}`,
    `Plimsoll ${kind} ${name}, ${hash}`,
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
