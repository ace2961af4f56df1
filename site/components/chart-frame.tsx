import type { ReactNode } from 'react'
import { trusted } from '../src/html.ts'
import type { Drawing } from '../src/page-parts/charts/line-chart.ts'
import { type PlacedChart, ResponsiveChart } from '../src/page-parts/charts/responsive-chart.tsx'
import { TrustedHtml } from './trusted-html.tsx'

interface Properties {
  /** A chart with rows, or one that Vega drew for wide and for narrow screens. */
  chart: PlacedChart | Drawing
  /** The caption. */
  children: ReactNode
}

/** A chart drawn at build time, with its caption. */
export function Chart({ chart, children }: Properties) {
  return (
    <figure className="chart">
      <figcaption>{children}</figcaption>
      {'wide' in chart ? (
        <>
          <TrustedHtml as="div" className="chart-wide" html={trusted(chart.wide)} />
          <TrustedHtml as="div" className="chart-narrow" html={trusted(chart.narrow)} />
        </>
      ) : (
        <ResponsiveChart {...chart} />
      )}
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
