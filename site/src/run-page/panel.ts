import { type Cell, type CellSummary, describeWork, type RunDocument } from '@plimsoll/schema'
import { wordsOfWork, workloadTitle } from '../page/text.ts'
import { armTitle } from './check/arms.ts'

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
  /** What its arm is called, where the panel holds all arms. */
  arm: string | null
  /** Of the primary metric. */
  primary: CellSummary
  others: CellSummary[]
}

/**
 * Sorts the cells of a run into panels; panels and rows keep the order of the document. @param together of a check: the
 * indexes of its cells in the order that puts the arms of each side by side; they then share a panel
 */
export function groupByWorkload(
  document: RunDocument,
  summaries: CellSummary[],
  together: number[] | null = null,
): Panel[] {
  const byCell = Map.groupBy(summaries, ({ cell }) => cell)
  const titles = document.engines.map(({ product }) => product)
  const panels = new Map<string, Panel>()
  for (const index of together ?? document.cells.keys()) {
    const cell = document.cells[index] as Cell
    const ofCell = byCell.get(index) ?? []
    const name = cell.metrics.find(({ primary }) => primary)?.name
    const primary = ofCell.find(({ metric }) => metric === name)
    if (primary === undefined) continue
    const work = describeWork(cell)
    const key = JSON.stringify([work, together === null ? cell.arm : null])
    const title = together === null ? workloadTitle(cell) : wordsOfWork(work)
    const panel = panels.get(key) ?? { id: `panel-${panels.size + 1}`, title, rows: [] }
    const others = ofCell.filter((summary) => summary !== primary)
    const engine = document.engines.find(({ id }) => id === cell.engine)?.product ?? 'host'
    panel.rows.push({
      cell,
      engine,
      ambiguous: titles.filter((title) => title === engine).length > 1,
      arm: together === null || cell.arm === null ? null : armTitle(cell.arm),
      primary,
      others,
    })
    panels.set(key, panel)
  }
  return [...panels.values()]
}
