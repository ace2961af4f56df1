import type { Figure } from './figure.tsx'
import type { Panel } from './panel.ts'
import { samplesChart } from './samples-chart.ts'

/** A panel that has charts. */
export interface PanelCharts {
  panel: Panel
  figures: Figure[]
}

/**
 * The charts that a panel may have, in their order on the page. Each function returns null for a panel that it cannot
 * draw. A new chart is a file with such a function, and an entry here.
 */
const CHARTS: ((panel: Panel) => Figure | null)[] = [samplesChart]

/** The maximum number of panels with charts, because drawing takes most of the time of a page. The table has all panels. */
const MAX_PANELS = 24

/** Returns the charts of the first panels. Panels without a chart are left out. */
export function panelCharts(panels: Panel[]): PanelCharts[] {
  return panels.slice(0, MAX_PANELS).flatMap((panel) => {
    const figures = CHARTS.map((draw) => draw(panel)).filter((figure) => figure !== null)
    return figures.length === 0 ? [] : { panel, figures }
  })
}

/**
 * Says which panels have no chart, why, and where their figures are. Returns an empty text if all panels have one.
 * @param charts the charts of the same panels
 */
export function describeUndrawn(panels: readonly Panel[], charts: readonly PanelCharts[]): string {
  const drawn = new Set(charts.map(({ panel }) => panel))
  const undrawn = Map.groupBy(
    panels.filter((panel) => !drawn.has(panel)),
    (panel) => reasonOf(panel, panels.indexOf(panel)),
  )
  if (undrawn.size === 0) return ''
  const sentences = [...undrawn].map(([reason, panels]) => `${reason}: ${namesOf(panels)}.`)
  return [...sentences, 'The table below has the figures of every workload.'].join(' ')
}

/** Why a panel has no chart. @param index that of the panel on the page */
function reasonOf({ rows }: Panel, index: number): string {
  if (rows.every(({ primary: { n, basis } }) => n === 0 || basis === 'summary')) return 'No chart without samples'
  if (index >= MAX_PANELS)
    return `Only the first ${MAX_PANELS} workloads have a chart, so that the page stays small. No chart`
  return 'Too many samples for a chart'
}

/** The maximum number of workloads that a sentence names. */
const MAX_NAMED = 30

function namesOf(panels: readonly Panel[]): string {
  const names = panels.slice(0, MAX_NAMED).map(({ title }) => title)
  const more = panels.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}
