import type { Figure } from './figure.tsx'
import type { Panel } from './panel.ts'
import { samplesChart } from './samples-chart.ts'

/** The chart of a panel, or why it has none. */
export interface PanelChart {
  panel: Panel
  chart: Figure | string
}

/** The maximum number of panels with charts, because drawing takes most of the time of a page. The table has all panels. */
const MAX_PANELS = 24
const TOO_MANY = `Only the first ${MAX_PANELS} workloads have a chart, so that the page stays small. No chart`

/** Returns each panel with its chart, or with the reason why it has none. */
export function panelCharts(panels: Panel[]): PanelChart[] {
  return panels.map((panel, index) => ({ panel, chart: index < MAX_PANELS ? samplesChart(panel) : TOO_MANY }))
}

/** Returns the charts that are drawn. */
export function figuresOf(charts: readonly PanelChart[]): Figure[] {
  return charts.map(({ chart }) => chart).filter((chart) => typeof chart !== 'string')
}

/** Says which panels have no chart, why, and where their figures are. Returns an empty text if every panel has one. */
export function describeUndrawn(charts: readonly PanelChart[]): string {
  const lacking = charts.filter(({ chart }) => typeof chart === 'string')
  if (lacking.length === 0) return ''
  const sentences = [...Map.groupBy(lacking, ({ chart }) => chart)].map(
    ([reason, charts]) => `${reason}: ${namesOf(charts.map(({ panel }) => panel))}.`,
  )
  return [...sentences, 'The table below has the figures of every workload.'].join(' ')
}

/** Explains how to read the figures: each sentence that applies to one of them, once. */
export function explainFigures(figures: readonly Figure[]): string {
  return [...new Set(figures.flatMap(({ explained = [] }) => explained))].join(' ')
}

/** The maximum number of workloads that a sentence names. */
const MAX_NAMED = 30

function namesOf(panels: readonly Panel[]): string {
  const names = panels.slice(0, MAX_NAMED).map(({ title }) => title)
  const more = panels.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}
