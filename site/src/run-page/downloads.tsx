import { Fragment } from 'react'
import { vegaEditorAddress } from '../downloads/vega-editor.ts'
import { html } from '../html.ts'
import type { Analysis } from './analysis.ts'
import { mainFigure, mainSpec } from './main-chart.ts'

/** Links to the data of a run, and to the run's main chart in each format. */
export function Downloads({ analysis }: { analysis: Analysis }) {
  const { document, identity } = analysis
  const file = (extension: string, what: string) => (
    <li>
      <a href={`${identity.id}.${extension}`} download>
        {what}
      </a>
    </li>
  )
  return (
    <>
      <ul className="downloads">
        {file('json', 'The document (JSON)')}
        {file('csv', 'Every sample (CSV)')}
        {mainFigure(analysis) && (
          <>
            {file('svg', 'The first chart (SVG)')}
            {file('vl.json', 'The first chart (Vega-Lite, with its data)')}
            <li>
              <a href={vegaEditorAddress(mainSpec(analysis))} rel="noreferrer">
                Open the first chart in the Vega Editor
              </a>
              , on another site
            </li>
          </>
        )}
        {file('badge.svg', 'Badge (SVG)')}
        {file('png', 'Picture for shared links (PNG)')}
      </ul>
      <p className="fine">The document is served exactly as stored. Licence: {document.licence}.</p>
    </>
  )
}

/**
 * The HTML and Markdown to embed a run's chart and badge elsewhere.
 * @param baseUrl where the registry is published, ending in "/"
 */
export function Embed({ id, title, baseUrl }: { id: string; title: string; baseUrl: string | null }) {
  const base = baseUrl ?? ''
  const [page, chart, badge] = [`${base}runs/${id}`, `${base}runs/${id}.svg`, `${base}runs/${id}.badge.svg`]
  const codes = {
    Picture: html`<a href="${page}"><img src="${chart}" alt="${title}"></a>`.text,
    Frame: html`<iframe src="${chart}" title="${title}" width="936" height="480"></iframe>`.text,
    Badge: `[![${escapeMarkdown(title)}](${badge})](${page})`,
  }
  return (
    <details>
      <summary>Embed</summary>
      {baseUrl === null && (
        <p className="fine">
          These addresses are relative, because this registry was built without a public address. Put the address of
          this site before each of them.
        </p>
      )}
      {Object.entries(codes).map(([name, code]) => (
        <Fragment key={name}>
          <p>{name}</p>
          <pre>{code}</pre>
        </Fragment>
      ))}
    </details>
  )
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]()<>`*_!]/g, '\\$&')
}
