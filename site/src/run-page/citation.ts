import { ANALYSIS_VERSION, type Citation, type Identity, type RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { osTitle } from '../page/text.ts'

/** How to cite the run in plain text, with its full hash. */
export function renderCitation(document: RunDocument, { hash, id }: Identity): Html {
  const { origin, suite } = document
  const what =
    origin.kind === 'transcribed'
      ? `${citationLine(origin.citation)} ${origin.citation.url} Transcribed as Plimsoll run ${id}.`
      : `Plimsoll run ${id}: ${suite.name}, version ${suite.version}, on ${osTitle(document.host)}, ${document.startedAt.slice(0, 10)}.`
  return html`<p class="cite">${what} ${hash}, analysis version ${ANALYSIS_VERSION}.</p>
<dl class="facts"><div class="broad"><dt>Document</dt><dd><code>${hash}</code></dd></div><div class="broad"><dt>Address</dt><dd><code>/runs/${id}</code></dd></div></dl>`
}

/** `Authors, “Title”, 2025-01-04, version 96bb1c1.` */
export function citationLine({ authors, title, published, version }: Citation): string {
  return `${authors.join(', ')}, “${title}”, ${published}${version === undefined ? '' : `, version ${version.slice(0, 12)}`}.`
}
