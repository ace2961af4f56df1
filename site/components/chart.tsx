import type { ReactNode } from 'react'
import type { Drawing } from '../src/charts/drawing.ts'
import { trusted } from '../src/html.ts'
import { MadeHtml } from './made-html.tsx'

interface Properties {
  drawing: Drawing
  /** Where the spec of the chart is, if it can be explored; relative to the page, which then loads `explore`. */
  spec?: string | null
  children: ReactNode
}

/** A chart that was drawn when the page was built, in the layout that fits the screen. */
export function Chart({ drawing, spec, children }: Properties) {
  return (
    <figure className="chart" data-spec={spec ?? undefined}>
      <figcaption>{children}</figcaption>
      <MadeHtml as="div" className="chart-wide" html={trusted(drawing.wide)} />
      <MadeHtml as="div" className="chart-narrow" html={trusted(drawing.narrow)} />
    </figure>
  )
}

/** What each colour stands for, in words. */
export function Legend({ entries }: { entries: { scenario: string; title: string }[] }) {
  return (
    <ul className="legend">
      {entries.map(({ scenario, title }) => (
        <li key={title}>
          <i className={`key ${scenario}`} />
          {title}
        </li>
      ))}
    </ul>
  )
}
