import type { TopLevelSpec } from 'vega-lite'
import { intervalChart } from '../page-parts/charts/interval-chart.ts'
import { standAloneSpec, standAloneSvg } from '../page-parts/charts/stand-alone.ts'
import type { Analysis } from './analysis.ts'
import type { Figure } from './figure.tsx'

/** Returns the main chart of a run as a Vega-Lite spec with the chart's data. */
export function mainSpec(analysis: Analysis): TopLevelSpec {
  const figure = analysis.main ?? NOTHING
  return standAloneSpec(figure.chart, headingOf(analysis, figure))
}

/** Returns the main chart of a run as an SVG file. */
export function mainSvg(analysis: Analysis): Promise<string> {
  const figure = analysis.main ?? NOTHING
  return standAloneSvg(figure.chart, headingOf(analysis, figure))
}

function headingOf({ title, identity }: Analysis, { title: shown, description }: Figure) {
  return { title: shown, subtitle: `${title} · Plimsoll run ${identity.id}`, description }
}

const NOTHING: Figure = {
  id: 'nothing',
  title: 'No sample of this run has a value',
  caption: '',
  description: 'There is no chart; the table on the page of the run says why.',
  chart: intervalChart({ rows: [], axisTitle: '', band: null, line: 0 }),
}
