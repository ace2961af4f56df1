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

/**
 * The HTML and Markdown to embed a run's chart and badge elsewhere.
 * @param baseUrl where the registry is published, ending in "/"
 */
export function Embed({ id, title, baseUrl }: { id: string; title: string; baseUrl: string | null }) {
  const base = baseUrl ?? ''
  const [page, chart, badge] = [`${base}runs/${id}`, `${base}runs/${id}.svg`, `${base}runs/${id}.badge.svg`]
  const codes = {
    Picture: html`<a href="${page}"><img src="${chart}" alt="${title}"></a>`.text,
    Frame: html`<iframe src="${chart}" title="${title}" width="998" height="480"></iframe>`.text,
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
