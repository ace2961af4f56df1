import { type CitationData, oneLine } from './citation-data.ts'

/**
 * The licences that the CFF schema (Citation File Format) accepts. Other licences are left out, because a file with an
 * unknown licence is invalid.
 */
const LICENCES = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'ODbL-1.0', 'ODC-By-1.0', 'PDDL-1.0', 'MIT', 'Apache-2.0']

/** The author of a citation whose authors are unknown, because CFF requires an author. */
const NO_AUTHORS = ['Anonymous']

/** Returns a CITATION.cff (Citation File Format 1.2.0). Every text is a JSON string, which is also valid YAML. */
export function toCff({ kind, name, title, authors, published, hash, note, licence, url }: CitationData): string {
  const named = authors.length === 0 ? NO_AUTHORS : authors
  const lines = [
    'cff-version: 1.2.0',
    `message: ${quote(`Please cite this ${kind} by its hash, which identifies it permanently.`)}`,
    'type: dataset',
    `title: ${quote(title)}`,
    'authors:',
    ...named.map((author) => `  - name: ${quote(author)}`),
    `date-released: ${quote(published)}`,
    'identifiers:',
    '  - type: other',
    `    value: ${quote(hash)}`,
    `    description: ${quote(`SHA-256 of Plimsoll ${kind} ${name}`)}`,
    ...(note === '' ? [] : [`abstract: ${quote(note)}`]),
    ...(licence !== null && LICENCES.includes(licence) ? [`license: ${licence}`] : []),
    ...(url === null ? [] : [`url: ${quote(url)}`]),
  ]
  return `${lines.join('\n')}\n`
}

function quote(text: string): string {
  return JSON.stringify(oneLine(text))
}
