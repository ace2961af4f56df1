import type { Figure } from './figure.tsx'
import type { Panel } from './panel.ts'
import { samplesFigure } from './samples-figure.ts'

/** A panel that has charts. */
export interface PanelCharts {
  panel: Panel
  figures: Figure[]
}

/**
 * The charts that a panel may have, in their order on the page. Each function returns null for a panel that it cannot
 * draw. A new chart is a file with such a function, and an entry here.
 */
const CHARTS: ((panel: Panel) => Figure | null)[] = [samplesFigure]

/** The maximum number of panels with charts, because drawing takes most of the time of a page. The table has all panels. */
const MAX_PANELS = 24

/** Returns the charts of the first panels. Panels without a chart are left out. */
export function panelCharts(panels: Panel[]): PanelCharts[] {
  return panels.slice(0, MAX_PANELS).flatMap((panel) => {
    const figures = CHARTS.map((draw) => draw(panel)).filter((figure) => figure !== null)
    return figures.length === 0 ? [] : { panel, figures }
  })
}
