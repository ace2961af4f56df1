import { Fragment } from 'react'
import { Copyable } from '../../components/copyable.tsx'
import { html } from '../html.ts'
import type { Analysis } from './analysis.ts'
import { LINKED_FILES } from './linked-files.ts'

/** Links to the data of a run, and to the run's main chart in each format. */
export function Downloads({ analysis }: { analysis: Analysis }) {
  const { document, identity } = analysis
  const hasChart = analysis.main !== null
  const files: [string, { link: string; isChart?: true }][] = Object.entries(LINKED_FILES)
  return (
    <>
      <ul className="downloads">
        {files
          .filter(([, { isChart }]) => hasChart || !isChart)
          .map(([extension, { link }]) => (
            <li key={extension}>
              <a href={`${identity.id}.${extension}`} download>
                {link}
              </a>
            </li>
          ))}
        {hasChart && (
          <li>
            <a href={`${identity.id}.vl.json`} rel="noreferrer" data-vega-editor>
              Open the first chart in the Vega Editor
            </a>
            , on another site
            <span> (without scripts: the spec, which you can paste there)</span>
          </li>
        )}
      </ul>
      <p className="fine">
        The SHA-256 of the document is its hash: <code>sha256sum {identity.id}.json</code> prints it. Licence:{' '}
        {document.licence}.
      </p>
    </>
  )
}

interface EmbeddedRun {
  id: string
  title: string
  /** What the run found first; empty if it found nothing. */
  finding: string
  /** The address where the registry is published, ending in "/"; null if it is unknown. */
  baseUrl: string | null
}

/** The HTML and Markdown to embed a run's chart and badge elsewhere. */
export function Embed({ id, title, finding, baseUrl }: EmbeddedRun) {
  const base = baseUrl ?? ''
  const alt = [title, finding].filter(Boolean).join('. ')
  const [page, chart, badge] = [`${base}runs/${id}`, `${base}runs/${id}.svg`, `${base}runs/${id}.badge.svg`]
  const codes = {
    Picture: html`<figure style="margin: 0">
  <a href="${page}"><img src="${chart}" alt="${alt}" style="max-width: 100%; height: auto"></a>
  <figcaption>${title}. Chart: <a href="${page}">Plimsoll run ${id.slice(0, 10)}</a>.</figcaption>
</figure>`.text,
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
          <Copyable text={code} label={`the ${name.toLowerCase()}`} />
        </Fragment>
      ))}
    </details>
  )
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]()<>`*_!]/g, '\\$&')
}
