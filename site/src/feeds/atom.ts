import { type Html, html } from '../html.ts'

/** An Atom feed (RFC 4287). Addresses are absolute, or relative to the feed. */
export interface Feed {
  /** A permanent IRI of the feed. */
  id: string
  title: string
  author: string
  subtitle: string
  /** The address of the feed, if known. */
  self: string | null
  /** The page with the same content as the feed. */
  page: string
  entries: FeedEntry[]
}

export interface FeedEntry {
  id: string
  title: string
  summary: string
  page: string
  /** The address of the same content as the entry, as JSON. */
  data: string
  /** When the content was published: a date or a time, ISO 8601, UTC. */
  published: string
  updated: string
}

/**
 * Renders a feed. The update time of the feed is the time of its newest entry, so the output does not depend on the day
 * of rendering.
 */
export function renderAtom({ id, title, author, subtitle, self, page, entries }: Feed): string {
  const updated = entries.map((entry) => moment(entry.updated)).reduce((a, b) => (a > b ? a : b), NEVER)
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${id}</id>
<title>${title}</title>
<subtitle>${subtitle}</subtitle>
<updated>${updated}</updated>
<author><name>${author}</name></author>
<generator>plimsoll-registry</generator>
${self !== null && html`<link rel="self" type="application/atom+xml" href="${self}"/>\n`}<link rel="alternate" type="text/html" href="${page}"/>
${entries.map(renderEntry)}</feed>
`.text
}

/** The update time that a feed without entries states. */
const NEVER = '1970-01-01T00:00:00Z'

function renderEntry({ id, title, summary, page, data, published, updated }: FeedEntry): Html {
  return html`<entry>
<id>${id}</id>
<title>${title}</title>
<published>${moment(published)}</published>
<updated>${moment(updated)}</updated>
<summary>${summary}</summary>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="related" type="application/json" href="${data}"/>
</entry>
`
}

/** Returns a day as the time at which it starts, because Atom has no dates. */
function moment(time: string): string {
  return time.length === 'YYYY-MM-DD'.length ? `${time}T00:00:00Z` : time
}
