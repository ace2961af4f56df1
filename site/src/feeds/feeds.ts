import { type Check, describeCounts, identify, judgeRun, type RunDocument } from '@plimsoll/schema'
import type { Template } from '../page-parts/template.ts'
import { runContents, runTitle } from '../page-parts/titles.ts'
import { sha256 } from '../store/sha256.ts'
import { renderAtom } from './atom.ts'

/** The site that has a feed. If its address is unknown, links are relative. */
type FeedSite = Pick<Template, 'baseUrl' | 'siteName'>

/**
 * Returns the feed of runs.
 * @param documents newest first; each is read when it is needed, because large ones would not fit the memory together
 */
export function runsFeed(documents: Iterable<RunDocument>, { baseUrl, siteName }: FeedSite): string {
  return renderAtom({
    ...identityAt(baseUrl),
    title: `${siteName}: runs`,
    author: siteName,
    subtitle: 'What containers cost: the latest runs of this registry.',
    page: addressOf('runs', baseUrl),
    entries: Array.from(documents, (document) => {
      const { id, hash } = identify(document)
      const check = judgeRun(document)
      return {
        id: `urn:uuid:${uuidFromHash(hash)}`,
        title: runTitle(document, check && describeCounts(check)),
        summary: summaryOf(document, check),
        page: addressOf(`runs/${id}`, baseUrl),
        data: addressOf(`runs/${id}.json`, baseUrl),
        published: document.startedAt,
        updated: document.finishedAt,
      }
    }),
  })
}

/** Returns the identity of the feed: its address, or a constant if the registry has no public address. */
function identityAt(baseUrl: string | null): { id: string; self: string | null } {
  const self = baseUrl && `${baseUrl}feeds/runs.xml`
  return { id: self ?? `urn:uuid:${uuidFromHash(sha256('plimsoll feeds/runs.xml'))}`, self }
}

/** Returns an address in the registry, relative to the feed if the registry's address is unknown. */
function addressOf(path: string, baseUrl: string | null): string {
  return `${baseUrl ?? '../'}${path}`
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
