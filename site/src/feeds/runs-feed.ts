import { type Check, describeCounts, identify, judgeRun, type RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import type { Template } from '../page-parts/template.ts'
import { runContents, runTitle } from '../page-parts/titles.ts'
import { sha256 } from '../store/sha256.ts'

/** The site that has a feed. If its address is unknown, links are relative. */
type FeedSite = Pick<Template, 'baseUrl' | 'siteName'>

/**
 * Returns the feed of runs, as Atom (RFC 4287). Its update time is that of its newest entry, so that it does not depend on
 * the day of the build.
 * @param documents newest first; each is read when it is needed, because large ones would not fit the memory together
 */
export function runsFeed(documents: Iterable<RunDocument>, { baseUrl, siteName }: FeedSite): string {
  const root = baseUrl ?? '../'
  const self = baseUrl && `${baseUrl}feeds/runs.xml`
  // Without an address, the id of the feed is a constant.
  const id = self ?? `urn:uuid:${uuidFromHash(sha256('plimsoll feeds/runs.xml'))}`
  let updated = '1970-01-01T00:00:00Z'
  const entries = Array.from(documents, (document) => {
    const finished = moment(document.finishedAt)
    if (finished > updated) updated = finished
    return renderEntry(document, root)
  })
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${id}</id>
<title>${siteName}: runs</title>
<subtitle>What containers cost: the latest runs of this registry.</subtitle>
<updated>${updated}</updated>
<author><name>${siteName}</name></author>
<generator>plimsoll-registry</generator>
${self !== null && html`<link rel="self" type="application/atom+xml" href="${self}"/>\n`}<link rel="alternate" type="text/html" href="${root}runs"/>
${entries}</feed>
`.text
}

function renderEntry(document: RunDocument, root: string): Html {
  const { id, hash } = identify(document)
  const check = judgeRun(document)
  return html`<entry>
<id>urn:uuid:${uuidFromHash(hash)}</id>
<title>${runTitle(document, check && describeCounts(check))}</title>
<published>${moment(document.startedAt)}</published>
<updated>${moment(document.finishedAt)}</updated>
<summary>${summaryOf(document, check)}</summary>
<link rel="alternate" type="text/html" href="${root}runs/${id}"/>
<link rel="related" type="application/json" href="${root}runs/${id}.json"/>
</entry>
`
}

/** Returns a day as the time at which it starts, because Atom has no dates. */
function moment(time: string): string {
  return time.length === 'YYYY-MM-DD'.length ? `${time}T00:00:00Z` : time
}

function summaryOf(document: RunDocument, check: Check | null): string {
  const { origin, status } = document
  return [runContents(document, check), origin.kind, ...(status === 'partial' ? ['partial'] : [])].join(', ')
}

/**
 * Returns a UUID of the free-form version 8 (RFC 9562) from the first bits of a SHA-256. The same hash gives the same
 * UUID in every feed.
 * @param hash `sha256:` and 64 digits
 */
export function uuidFromHash(hash: string): string {
  const digits = hash.replace(/^sha256:/, '')
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
