import { toBibtex } from './bibtex.ts'
import { toCff } from './cff.ts'
import { type Cited, oneLine } from './cited.ts'
import { toCsl } from './csl.ts'

export { type Cited, citedEdition, citedRun } from './cited.ts'

/** A citation in one format. */
export interface CitationFormat {
  title: string
  /** What a file of it is called. */
  file: string
  text: string
}

/** A citation in every format that is a file. */
export function citationFormats(cited: Cited): CitationFormat[] {
  const file = `plimsoll-${cited.kind}-${cited.name}`
  return [
    { title: 'BibTeX', file: `${file}.bib`, text: toBibtex(cited) },
    { title: 'CSL-JSON', file: `${file}.csl.json`, text: toCsl(cited) },
    { title: 'CFF', file: `${file}.cff`, text: toCff(cited) },
  ]
}

/** A citation in plain text: `Authors: title, 2025-03-01. Plimsoll run 2kx…, sha256:…. Address` */
export function citePlain({ kind, name, title, authors, published, hash, note, url }: Cited): string {
  const parts = [
    `${authors.length === 0 ? '' : `${authors.join(', ')}: `}${title}, ${published}`,
    `Plimsoll ${kind} ${name}, ${hash}`,
    ...(note === '' ? [] : [note.replace(/\.$/, '')]),
  ]
  return oneLine(`${parts.join('. ')}.${url === null ? '' : ` ${url}`}`)
}

/** A link target that is the file itself: no other file need be there, and nothing is asked of anybody. */
export function asDataUrl({ text }: CitationFormat): string {
  // Plain text, because of other types browsers have left out spaces. Only what would end or change an address is written out: the rest stays as it is on the page, and compresses with it.
  return `data:text/plain;charset=utf-8,${text.replace(/[%#\n\t]/g, encodeURIComponent)}`
}
