import { drawResponsive } from '../charts/responsive-chart.ts'
import type { RowChart } from '../charts/row-chart.ts'
import { type Html, html } from '../html.ts'

/** A chart of a run with its texts. */
export interface Figure {
  /** Unique on the page. */
  id: string
  title: string
  /** How to read the chart. */
  caption: string
  /** Its text alternative. */
  description: string
  chart: RowChart
  /** Path of its Vega-Lite spec, relative to the page, if it can be explored. */
  spec?: string
}

export function renderFigure({ id, title, caption, description, chart, spec }: Figure): Html {
  return html`<figure class="chart"${spec !== undefined && html` data-spec="${spec}"`}><figcaption><strong>${title}${caption !== '' && '.'}</strong> ${caption}</figcaption>
${drawResponsive(chart, { id, title, description })}</figure>`
}
