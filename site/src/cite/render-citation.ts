import { type Html, html } from '../html.ts'
import { asDataUrl, type CitationData, citationFormats, citePlain } from './citation-formats.ts'

/** Renders the citation of a run or an edition: in plain text, and in every citation format to copy or save. */
export function renderCitation(data: CitationData): Html {
  return html`<p class="cite">${citePlain(data)}</p>
<div class="formats">${citationFormats(data).map(
    (format) =>
      html`<details><summary>${format.title}</summary><pre>${format.text}</pre>
<p><a href="${asDataUrl(format)}" download="${format.file}">Download ${format.title}</a></p></details>`,
  )}</div>
<dl class="facts"><div class="broad"><dt>Hash of the ${data.kind === 'run' ? 'document' : 'edition'}</dt><dd><code>${data.hash}</code></dd></div><div class="broad"><dt>Address</dt><dd><code>${data.url ?? `/${data.kind}s/${data.name}`}</code></dd></div></dl>`
}
