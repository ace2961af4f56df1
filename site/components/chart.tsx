import type { ReactNode } from 'react'
import type { Drawing } from '../src/charts/svg.ts'
import { trusted } from '../src/html.ts'
import { TrustedHtml } from './trusted-html.tsx'

interface Properties {
  drawing: Drawing
  /**
   * The address of the chart's Vega-Lite spec, relative to the page. The script `explore` makes a chart with a spec
   * interactive.
   */
  spec?: string | null
  children: ReactNode
}

/** A chart drawn at build time, in a wide and a narrow layout. The screen shows the layout that fits. */
export function Chart({ drawing, spec, children }: Properties) {
  return (
    <figure className="chart" data-spec={spec ?? undefined}>
      <figcaption>{children}</figcaption>
      <TrustedHtml as="div" className="chart-wide" html={trusted(drawing.wide)} />
      <TrustedHtml as="div" className="chart-narrow" html={trusted(drawing.narrow)} />
    </figure>
  )
}

/** The legend: the scenario of each colour. */
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
