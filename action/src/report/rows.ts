import {
  type Cell,
  type CellSummary,
  describeWork,
  formatAmount,
  type Metric,
  type RunDocument,
  summarizeRun,
} from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { findScenario } from '@plimsoll/workloads'

/** One metric of one cell, with the words of its row. */
export interface ReportRow {
  cell: Cell
  summary: CellSummary
  os: string
  platform: string
  test: string
  /** whether another row's ratio divides by this one */
  isReference: boolean
}

export interface ReportTable {
  /** workload and params */
  title: string
  metric: string
  rows: ReportRow[]
}

/** One table per workload, params and metric, in the order of the document, of the metrics that `shows` lets in. */
export function reportTables(
  document: RunDocument,
  shows: (cell: Cell, metric: Metric) => boolean = () => true,
): ReportTable[] {
  const tables = new Map<string, CellSummary[]>()
  for (const summary of summarizeRun(document)) {
    const cell = document.cells[summary.cell] as Cell
    const metric = cell.metrics.find(({ name }) => name === summary.metric) as Metric
    if (!shows(cell, metric)) continue
    const key = JSON.stringify([describeWork(cell), summary.metric])
    tables.set(key, [...(tables.get(key) ?? []), summary])
  }
  return [...tables].map(([key, summaries]) => {
    const [title, metric] = JSON.parse(key) as [string, string]
    const references = new Set(
      summaries.flatMap(({ cell, ratio }) => (ratio ? referencePlaces(document, cell, ratio.reference) : [])),
    )
    return { title, metric, rows: summaries.map((summary) => row(document, summary, references)) }
  })
}

/** Where the cell that a ratio divides by can stand: on the same engine, or on the host. */
function referencePlaces(document: RunDocument, cell: number, reference: string): string[] {
  return [`${reference} ${document.cells[cell]?.engine ?? null}`, `${reference} null`]
}

function row(document: RunDocument, summary: CellSummary, references: Set<string>): ReportRow {
  const cell = document.cells[summary.cell] as Cell
  return {
    cell,
    summary,
    os: document.host.os.name,
    platform: platformOf(document, cell.engine),
    test: findScenario(cell.scenario)?.title ?? cell.scenario,
    isReference: references.has(`${cell.scenario} ${cell.engine}`),
  }
}

/** The product of an engine, for people; with its id where another engine of the run is of the same product. */
export function platformOf({ engines }: RunDocument, engine: string | null): string {
  const product = engines.find(({ id }) => id === engine)?.product
  if (product === undefined) return 'none (host)'
  return engines.filter((other) => other.product === product).length > 1 ? `${product} (${engine})` : product
}

/** What tells this cell from others of its scenario: the platform, where the run has several, and the arm. */
export function distinctionsOf(document: RunDocument, { engine, arm }: Cell): string[] {
  const platform = engine !== null && document.engines.length > 1 ? [platformOf(document, engine)] : []
  return arm === null ? platform : [...platform, arm]
}

/** Cells that are not ok, with the reason; cells of one workload with the same reason are told together. */
export function problemsOf(document: RunDocument): string[] {
  const together = new Map<string, Cell[]>()
  for (const cell of document.cells.filter(({ status }) => status !== 'ok')) {
    const key = JSON.stringify([cell.workload, cell.engine, cell.status, cell.reason])
    together.set(key, [...(together.get(key) ?? []), cell])
  }
  return [...together.values()].map((cells) => {
    const { engine, status, reason } = cells[0] as Cell
    const scenarios = [...new Set(cells.map(({ scenario }) => scenario))]
    const arms = [...new Set(cells.map(({ arm }) => arm))].filter((arm) => arm !== null)
    const place = [worksOf(cells), scenarios.join(', '), engine ?? 'host', arms.join(', ')].filter(Boolean)
    return `${place.join(' · ')}: ${status}: ${reason}`
  })
}

/** One workload with all its params, as long as they can be read. */
function worksOf(cells: Cell[]): string {
  const MOST = 100
  const { workload } = cells[0] as Cell
  const [first = '', ...others] = [...new Set(cells.map(describeWork))]
  const all = [first, ...others.map((work) => work.slice(workload.length + 1))].join(', ')
  return all.length <= MOST ? all : `${workload} (${others.length + 1} of its sizes and kinds)`
}

/** The machine in one line. */
export function machineLine({ host }: RunDocument): string {
  const memory = host.memory === null ? null : `${formatAmount(host.memory, 'bytes')} memory`
  const cpu = `${host.cpu.count ?? '?'} × ${host.cpu.model ?? host.architecture}`
  return [`${host.os.name} ${host.os.version ?? ''}`.trim(), cpu, memory, host.target.filesystem]
    .filter(Boolean)
    .join(' · ')
}

/** What the timer itself costs, the agent's spawn of its own no-op, on the host and in each engine; null where not known. */
export function timerLine(document: RunDocument): string | null {
  const values = Map.groupBy(document.calibration.spawn, ({ engine }) => engine)
  const parts = [...values].map(([engine, entries]) => {
    const middle = formatAmount(median(entries.flatMap(({ values }) => values)), 'ns')
    return `${middle} ${engine === null ? 'on the host' : `in ${platformOf(document, engine)}`}`
  })
  return parts.length === 0 ? null : `The agent's own spawn, median: ${parts.join(', ')}`
}
