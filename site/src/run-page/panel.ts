import type { Cell, CellSummary, RunDocument } from '@plimsoll/schema'
import { workloadTitle } from '../page/text.ts'

/** The cells of one workload with one set of parameters: what is compared with each other. */
export interface Panel {
  /** Unique on the page, for the ids of its elements. */
  id: string
  title: string
  rows: PanelRow[]
}

export interface PanelRow {
  cell: Cell
  /** The product; its version stands with the environment. */
  engine: string
  /** Another engine of the run has the same title: its id tells them apart. */
  ambiguous: boolean
  /** Of the primary metric. */
  primary: CellSummary
  others: CellSummary[]
}

/** Sorts the cells of a run into panels; panels and rows keep the order of the document. */
export function groupByWorkload(document: RunDocument, summaries: CellSummary[]): Panel[] {
  const byCell = Map.groupBy(summaries, ({ cell }) => cell)
  const titles = document.engines.map(({ product }) => product)
  const panels = new Map<string, Panel>()
  document.cells.forEach((cell, index) => {
    const ofCell = byCell.get(index) ?? []
    const name = cell.metrics.find(({ primary }) => primary)?.name
    const primary = ofCell.find(({ metric }) => metric === name)
    if (primary === undefined) return
    const title = workloadTitle(cell)
    const panel = panels.get(title) ?? { id: `panel-${panels.size + 1}`, title, rows: [] }
    const others = ofCell.filter((summary) => summary !== primary)
    const engine = document.engines.find(({ id }) => id === cell.engine)?.product ?? 'host'
    panel.rows.push({
      cell,
      engine,
      ambiguous: titles.filter((title) => title === engine).length > 1,
      primary,
      others,
    })
    panels.set(title, panel)
  })
  return [...panels.values()]
}
