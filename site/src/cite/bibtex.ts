import { type CitationData, citationKey, oneLine } from './citation-data.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Returns an entry for BibTeX and biblatex, in UTF-8. BibTeX ignores `origdate`, which is a field of biblatex. */
export function toBibtex(data: CitationData): string {
  const { kind, name, title, authors, published, original, publisher, hash, note, url } = data
  const [year = '', month = ''] = published?.split('-') ?? []
  return bibtexEntry(citationKey(data), [
    ['author', authors.length === 0 ? '' : `{${authors.map(bibtexAuthor).join(' and ')}}`],
    ['title', `{{${escapeLatex(title)}}}`],
    ['year', year && `{${year}}`],
    ['month', MONTHS[Number(month) - 1] ?? ''],
    ['origdate', original === null ? '' : `{${original.published}}`],
    ['howpublished', hash === null ? '' : `{Plimsoll ${kind} ${escapeLatex(name)}}`],
    ['publisher', publisher === null ? '' : `{${escapeLatex(publisher)}}`],
    ['note', hash === null && note === '' ? '' : `{${escapeLatex([hash, note].filter(Boolean).join('. '))}}`],
    ['url', bibtexUrl(url)],
  ])
}

/**
 * Returns a BibTeX entry with all fields that are not empty.
 * @param fields the fields by name, each the text after the "="
 */
export function bibtexEntry(key: string, fields: [name: string, value: string][]): string {
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = ${value}`)
  return `@misc{${key},\n${lines.join(',\n')}\n}\n`
}

/** Returns an author in braces, so that BibTeX does not split the name. Documents do not say which part of it is a family name. */
function bibtexAuthor(name: string): string {
  return `{${escapeLatex(name)}}`
}

/** Returns an address for a BibTeX field. Only characters that would end the field are escaped. */
export function bibtexUrl(url: string | null): string {
  return url === null ? '' : `{${url.replace(/[{}\\\s]/g, encodeURIComponent)}}`
}

/**
 * Escapes text for a BibTeX field in braces. BibTeX counts braces even after a backslash, so each brace is written by
 * its name.
 */
export function escapeLatex(text: string): string {
  return oneLine(text).replace(/[\\{}$&#%_^~]/g, (character) => LATEX[character] ?? `\\${character}`)
}

const LATEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
}
