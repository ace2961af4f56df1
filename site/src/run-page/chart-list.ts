import type { Figure } from './figure.tsx'
import type { Panel } from './panel.ts'
import { samplesChart } from './samples-chart.ts'

/** The charts of a panel. */
export interface PanelCharts {
  panel: Panel
  figures: Figure[]
  /** Why the panel lacks a chart: one reason for each chart that could not be drawn. */
  undrawn: string[]
}

/**
 * The charts of a panel, in their order on the page. Each function returns the chart, or why the panel has none, or null
 * if the chart does not apply to the panel. A new chart is a file with such a function, and an entry here.
 */
const CHARTS: ((panel: Panel) => Figure | string | null)[] = [samplesChart]

/** The maximum number of panels with charts, because drawing takes most of the time of a page. The table has all panels. */
const MAX_PANELS = 24
const TOO_MANY = `Only the first ${MAX_PANELS} workloads have a chart, so that the page stays small. No chart`

/** Returns the charts of each panel. */
export function panelCharts(panels: Panel[]): PanelCharts[] {
  return panels.map((panel, index) => {
    if (index >= MAX_PANELS) return { panel, figures: [], undrawn: [TOO_MANY] }
    const charts = CHARTS.map((draw) => draw(panel)).filter((chart) => chart !== null)
    return {
      panel,
      figures: charts.filter((chart) => typeof chart !== 'string'),
      undrawn: charts.filter((chart) => typeof chart === 'string'),
    }
  })
}

/**
 * Says which panels lack a chart, why, and where their figures are. Returns an empty text if every panel has its charts.
 */
export function describeUndrawn(charts: readonly PanelCharts[]): string {
  const lacks = charts.flatMap(({ panel, undrawn }) => undrawn.map((reason) => ({ panel, reason })))
  if (lacks.length === 0) return ''
  const sentences = [...Map.groupBy(lacks, ({ reason }) => reason)].map(
    ([reason, lacking]) => `${reason}: ${namesOf(lacking.map(({ panel }) => panel))}.`,
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
