import type { ReactNode } from 'react'
import type { Drawing } from '../src/editions/figures.ts'
import { trusted } from '../src/html.ts'
import { MadeHtml } from './made-html.tsx'

/** A chart that was drawn when the page was built, in the layout that fits the screen. */
export function Chart({ drawing, children }: { drawing: Drawing; children: ReactNode }) {
  return (
    <figure className="chart">
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
