import { type Cell, type CellSummary, formatAmount, type RunDocument, summarizeRun } from '@plimsoll/schema'
import { findScenario } from '@plimsoll/workloads'

/** One line of the blog-style table, ready to print. */
export interface ReportRow {
  cell: Cell
  summary: CellSummary
  os: string
  platform: string
  test: string
  average: string
  range: string
  ratio: string
  /** 0 … 1 of the largest average in its table, for bars; null without a figure */
  share: number | null
}

export interface ReportTable {
  /** workload and params */
  title: string
  metric: string
  rows: ReportRow[]
}

/** One table per workload, params and metric, in the order of the document. */
export function reportTables(document: RunDocument): ReportTable[] {
  const tables = new Map<string, CellSummary[]>()
  for (const summary of summarizeRun(document)) {
    const cell = document.cells[summary.cell] as Cell
    const title = [cell.workload, ...Object.values(cell.params)].join(' ')
    const key = JSON.stringify([title, summary.metric])
    tables.set(key, [...(tables.get(key) ?? []), summary])
  }
  return [...tables].map(([key, summaries]) => {
    const [title, metric] = JSON.parse(key) as [string, string]
    const largest = Math.max(...summaries.map(({ mean }) => mean ?? 0))
    return { title, metric, rows: summaries.map((summary) => row(document, summary, largest)) }
  })
}

function row(document: RunDocument, summary: CellSummary, largest: number): ReportRow {
  const cell = document.cells[summary.cell] as Cell
  const { mean, minimum, maximum, ratio, unit } = summary
  const known = mean !== null && minimum !== null && maximum !== null
  return {
    cell,
    summary,
    os: document.host.os.name,
    platform: document.engines.find(({ id }) => id === cell.engine)?.product ?? 'none (host)',
    test: findScenario(cell.scenario)?.title ?? cell.scenario,
    average: mean === null ? cell.status : formatAmount(mean, unit),
    range: known ? `${formatAmount(minimum, unit)} – ${formatAmount(maximum, unit)}` : '',
    ratio: ratio
      ? `${ratio.value.toFixed(2)}×${ratio.interval ? ` (${ratio.interval[0].toFixed(2)}–${ratio.interval[1].toFixed(2)})` : ''}`
      : mean === null
        ? ''
        : '1 (reference)',
    share: mean !== null && largest > 0 ? mean / largest : null,
  }
}

/** What the ratio column divides by, in words. */
export function ratioHeading(table: ReportTable): string {
  const references = new Set(table.rows.flatMap(({ summary }) => (summary.ratio ? [summary.ratio.reference] : [])))
  return references.size === 1 ? `Median ÷ ${[...references][0]}` : 'Median ÷ reference'
}

/** Cells that are not ok, with the reason; cells of one workload with the same reason are told together. */
export function problemsOf(document: RunDocument): string[] {
  const together = new Map<string, { cell: Cell; scenarios: string[] }>()
  for (const cell of document.cells.filter(({ status }) => status !== 'ok')) {
    const key = JSON.stringify([cell.workload, cell.params, cell.engine, cell.status, cell.reason])
    const known = together.get(key)
    if (known) known.scenarios.push(cell.scenario)
    else together.set(key, { cell, scenarios: [cell.scenario] })
  }
  return [...together.values()].map(({ cell, scenarios }) => {
    const where = [
      [cell.workload, ...Object.values(cell.params)].join(' '),
      scenarios.join(', '),
      cell.engine ?? 'host',
    ]
    return `${where.join(' · ')}: ${cell.status}: ${cell.reason}`
  })
}

/** The machine in one line. */
export function machineLine({ host }: RunDocument): string {
  const memory = host.memory === null ? null : `${formatAmount(host.memory, 'bytes')} memory`
  const cpu = `${host.cpu.count ?? '?'} × ${host.cpu.model ?? host.architecture}`
  return [`${host.os.name} ${host.os.version ?? ''}`.trim(), cpu, memory, host.target.filesystem]
    .filter(Boolean)
    .join(' · ')
}
