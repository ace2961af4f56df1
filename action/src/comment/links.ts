import type { Links, MeasuredJob, RunOfJob } from './run-of-job.ts'

/** A link to the page of a run. Null unless the permalink is the address of this run in the given registry. */
export function runPageLink({ permalink, run }: MeasuredJob, { registry }: Links): string | null {
  const url = addressUnder(registry, permalink)
  return url?.pathname.replace(/\/$/, '').endsWith(`/runs/${run.id}`) ? `[Run page](${url.href})` : null
}

/** A link to the job summary. Null unless its address is on GitHub's server. */
export function summaryLink({ summary }: RunOfJob, { server }: Links): string | null {
  const url = addressUnder(server, summary)
  return url && `[job summary](${url.href})`
}

/** A link to the page of the project, which has the history of its main branch. Null unless the run is on that page. */
export function projectLink(job: MeasuredJob, links: Links): string | null {
  const url = runPageLink(job, links) && addressUnder(links.registry, links.project)
  return url && `[history](${url.href})`
}

/** A link to the documentation of the comment, which every registry serves. Null without a registry. */
export function howToReadLink(links: Links): string | null {
  return docsLink('how to read this', 'read-the-comment', links)
}

/** A link to the documentation of inconclusive checks. Null without a registry. */
export function inconclusiveLink(links: Links): string | null {
  return docsLink('what to do about an inconclusive check', 'what-to-do-about-an-inconclusive-check', links)
}

function docsLink(text: string, section: string, { registry }: Links): string | null {
  const address = registry && `${registry.replace(/\/$/, '')}/docs/pull-requests#${section}`
  const url = addressUnder(registry, address)
  return url && `[${text}](${url.href})`
}

/** The pattern of allowed addresses in links. They have no character that ends a Markdown link or an HTML attribute. */
const PLAIN = /^https:\/\/[A-Za-z0-9.:/_~%#-]{1,500}$/

function addressUnder(base: string | null, address: string | null): URL | null {
  if (base === null || address === null || !PLAIN.test(address)) return null
  const [root, url] = [URL.parse(base), URL.parse(address)]
  if (root === null || url === null || url.origin !== root.origin) return null
  return url.pathname.startsWith(root.pathname.replace(/\/?$/, '/')) ? url : null
}
