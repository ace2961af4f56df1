import { type CitationData, oneLine } from './citation-data.ts'

/** Returns a citation as CSL-JSON (Citation Style Language, input schema 1.0), which Zotero and pandoc read. */
export function toCsl({ kind, name, title, authors, published, hash, note, url }: CitationData): string {
  const item = {
    id: `plimsoll-${kind}-${name}`,
    type: 'dataset',
    title: oneLine(title),
    ...(authors.length > 0 && { author: authors.map((author) => ({ literal: oneLine(author) })) }),
    issued: { 'date-parts': [published.split('-').map(Number)] },
    publisher: 'Plimsoll',
    number: `${kind} ${name}`,
    note: oneLine([hash, note].filter(Boolean).join('. ')),
    ...(url === null ? {} : { URL: url }),
  }
  return `${JSON.stringify([item], null, 2)}\n`
}
