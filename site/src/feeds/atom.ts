import { type Html, html, revealInvisible } from '../html.ts'

/** An Atom feed (RFC 4287). Addresses are absolute, or relative to the feed. */
export interface Feed {
  /** An IRI that is the feed's for ever. */
  id: string
  title: string
  subtitle: string
  /** Its own address, where that is known. */
  self: string | null
  /** The page that shows the same. */
  page: string
  entries: FeedEntry[]
}

export interface FeedEntry {
  id: string
  title: string
  summary: string
  page: string
  /** The same as JSON. */
  data: string
  /** A day or a moment, ISO 8601, UTC. */
  published: string
  updated: string
}

/** The text of a feed. When it was updated follows from its entries: it says the same on whatever day it is made. */
export function renderAtom({ id, title, subtitle, self, page, entries }: Feed): string {
  const updated = entries.map((entry) => moment(entry.updated)).reduce((a, b) => (a > b ? a : b), NEVER)
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${id}</id>
<title>${text(title)}</title>
<subtitle>${text(subtitle)}</subtitle>
<updated>${updated}</updated>
<author><name>Plimsoll</name></author>
<generator>plimsoll-registry</generator>
${self !== null && html`<link rel="self" type="application/atom+xml" href="${self}"/>\n`}<link rel="alternate" type="text/html" href="${page}"/>
${entries.map(renderEntry)}</feed>
`.text
}

/** Of a feed without entries. */
const NEVER = '1970-01-01T00:00:00Z'

function renderEntry({ id, title, summary, page, data, published, updated }: FeedEntry): Html {
  return html`<entry>
<id>${id}</id>
<title>${text(title)}</title>
<published>${moment(published)}</published>
<updated>${moment(updated)}</updated>
<summary>${text(summary)}</summary>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="related" type="application/json" href="${data}"/>
</entry>
`
}

/** The moment a day begins; Atom has no days. */
function moment(time: string): string {
  return time.length === 'YYYY-MM-DD'.length ? `${time}T00:00:00Z` : time
}

/** Text as XML 1.0 can hold it: no control characters, no halves of characters, no U+FFFE and U+FFFF. */
function text(value: string): string {
  return revealInvisible(value.toWellFormed()).replace(/[\ufffe\uffff]/g, '\ufffd')
}
