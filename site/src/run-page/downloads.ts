import { vegaEditorAddress } from '../downloads/vega-editor.ts'
import { type Html, html } from '../html.ts'
import type { Analysis } from './analysis.ts'
import { mainFigure, mainSpec } from './main-chart.ts'

/** Renders links to the data of a run, and to the run's main chart in each format. */
export function renderDownloads(analysis: Analysis): Html {
  const { document, identity } = analysis
  const file = (extension: string, what: Html) =>
    html`<li><a href="${identity.id}.${extension}" download>${what}</a></li>
`
  return html`<ul class="downloads">
${file('json', html`The document (JSON)`)}${file('csv', html`Every sample (CSV)`)}${
  mainFigure(analysis) &&
  html`${file('svg', html`The first chart (SVG)`)}${file('vl.json', html`The first chart (Vega-Lite, with its data)`)}<li><a href="${vegaEditorAddress(mainSpec(analysis))}" rel="noreferrer">Open the first chart in the Vega Editor</a>, on another site</li>
`
}${file('badge.svg', html`Badge (SVG)`)}${file('png', html`Picture for shared links (PNG)`)}</ul>
<p class="fine">The document is served exactly as stored. Licence: ${document.licence}.</p>`
}
