import { drawFluid } from '../charts/fluid.ts'
import type { RowChart } from '../charts/row-chart.ts'
import { type Html, html } from '../html.ts'

/** One chart of a run with its words. */
export interface Figure {
  /** Unique on the page. */
  id: string
  title: string
  /** How to read it. */
  caption: string
  /** What it shows, for a reader who does not see it. */
  description: string
  chart: RowChart
  /** Where its spec is, beside the page, if it can be explored. */
  spec?: string
}

export function renderFigure({ id, title, caption, description, chart, spec }: Figure): Html {
  return html`<figure class="chart"${spec !== undefined && html` data-spec="${spec}"`}><figcaption><strong>${title}${caption !== '' && '.'}</strong> ${caption}</figcaption>
${drawFluid(chart, { id, title, description })}</figure>`
}
