import {
  type Cell,
  type CellSummary,
  describeWork,
  formatAmount,
  type RunDocument,
  summarizeRun,
} from '@plimsoll/schema'
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

/** One table per workload, params and metric, in the order of the document; for people, only the primary metrics. */
export function reportTables(document: RunDocument, metrics: 'all' | 'primary'): ReportTable[] {
  const tables = new Map<string, CellSummary[]>()
  for (const summary of summarizeRun(document)) {
    if (metrics === 'primary' && !isPrimary(document, summary)) continue
    const cell = document.cells[summary.cell] as Cell
    const title = describeWork(cell)
    const key = JSON.stringify([title, summary.metric])
    tables.set(key, [...(tables.get(key) ?? []), summary])
  }
  return [...tables].map(([key, summaries]) => {
    const [title, metric] = JSON.parse(key) as [string, string]
    const largest = Math.max(...summaries.map(({ mean }) => mean ?? 0))
    const references = new Set(
      summaries.flatMap(({ cell, ratio }) => (ratio ? referencePlaces(document, cell, ratio.reference) : [])),
    )
    return { title, metric, rows: summaries.map((summary) => row(document, summary, largest, references)) }
  })
}

/** How many metrics `reportTables(…, 'primary')` leaves out, by name. */
export function otherMetrics(document: RunDocument): string[] {
  return [
    ...new Set(
      document.cells.flatMap(({ metrics }) => metrics.flatMap(({ name, primary }) => (primary ? [] : [name]))),
    ),
  ]
}

function isPrimary(document: RunDocument, { cell, metric }: CellSummary): boolean {
  return document.cells[cell]?.metrics.some(({ name, primary }) => name === metric && primary) ?? false
}

/** Where the cell that a ratio divides by can stand: on the same engine, or on the host. */
function referencePlaces(document: RunDocument, cell: number, reference: string): string[] {
  return [`${reference} ${document.cells[cell]?.engine ?? null}`, `${reference} null`]
}

function row(document: RunDocument, summary: CellSummary, largest: number, references: Set<string>): ReportRow {
  const cell = document.cells[summary.cell] as Cell
  const { mean, minimum, maximum, ratio, unit } = summary
  const known = mean !== null && minimum !== null && maximum !== null
  return {
    cell,
    summary,
    os: document.host.os.name,
    platform: document.engines.find(({ id }) => id === cell.engine)?.product ?? 'none (host)',
    test: findScenario(cell.scenario)?.title ?? cell.scenario,
    average: mean === null ? (cell.status === 'ok' ? 'only warm-ups' : cell.status) : formatAmount(mean, unit),
    range: known ? `${formatAmount(minimum, unit)} – ${formatAmount(maximum, unit)}` : '',
    ratio: ratio ? ratioText(ratio) : references.has(`${cell.scenario} ${cell.engine}`) ? '1 (reference)' : '',
    share: mean !== null && largest > 0 ? mean / largest : null,
  }
}

function ratioText({ value, interval }: NonNullable<CellSummary['ratio']>): string {
  return `${value.toFixed(2)}×${interval ? ` (${interval[0].toFixed(2)}–${interval[1].toFixed(2)})` : ''}`
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
    const where = [describeWork(cell), scenarios.join(', '), cell.engine ?? 'host']
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
