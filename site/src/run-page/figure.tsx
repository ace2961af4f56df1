import { Chart } from '../../components/chart-frame.tsx'
import { placeChart } from '../page-parts/charts/position-marks.ts'
import type { RowChart } from '../page-parts/charts/row-chart.ts'

/** A chart of a run with its texts. */
export interface Figure {
  /** The id of the chart, unique on the page. */
  id: string
  title: string
  /** An explanation of how to read the chart. */
  caption: string
  /** How to read the marks of the chart, in sentences that the page says once for all of its charts. */
  explained?: string[]
  /** The text alternative of the chart, for screen readers. */
  description: string
  chart: RowChart
}

export function ChartFigure({ id, title, caption, description, chart }: Figure) {
  return (
    <Chart chart={placeChart(chart, { id, title, description })}>
      <strong>
        {title}
        {caption !== '' && '.'}
      </strong>{' '}
      {caption}
    </Chart>
  )
}
