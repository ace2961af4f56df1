import type { CitationData } from './citation-data.ts'

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
