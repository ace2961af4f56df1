import { type Html, html } from '../html.ts'
import { asDataUrl, type Cited, citationFormats, citePlain } from './citation-formats.ts'

/** Renders the citation of a run or an edition: in plain text, and in every format to copy or save. */
export function renderCite(cited: Cited): Html {
  return html`<p class="cite">${citePlain(cited)}</p>
<div class="formats">${citationFormats(cited).map(
    (format) =>
      html`<details><summary>${format.title}</summary><pre>${format.text}</pre>
<p><a href="${asDataUrl(format)}" download="${format.file}">Download ${format.title}</a></p></details>`,
  )}</div>
<dl class="facts"><div class="broad"><dt>Hash of the ${cited.kind === 'run' ? 'document' : 'edition'}</dt><dd><code>${cited.hash}</code></dd></div><div class="broad"><dt>Address</dt><dd><code>${cited.url ?? `/${cited.kind}s/${cited.name}`}</code></dd></div></dl>`
}
