import { ANALYSIS_VERSION, describeCell, type RunDocument, summarizeRun } from '@plimsoll/schema'
import { type Statement, tierOf } from './statements.ts'

type Value = string | number | null

/** What the index holds of one run, by table: column names to values, as in `prisma/schema.prisma`. */
export interface IndexRows {
  Run: Record<string, Value>[]
  Engine: Record<string, Value>[]
  Cell: Record<string, Value>[]
}

export interface IndexedRun {
  id: string
  hash: string
  document: RunDocument
  statements: Statement[]
  statementBytes: number
}

/** Derives the index rows of one run. @param run.statementBytes size of the statements they are made from */
export function indexRows(run: IndexedRun): IndexRows {
  const { id, document } = run
  return {
    Run: [runRow(run)],
    Engine: document.engines.map((engine) => ({
      runId: id,
      name: engine.id,
      product: engine.product,
      version: engine.version,
    })),
    Cell: cellRows(id, document),
  }
}

function runRow({ id, hash, document, statements, statementBytes }: IndexedRun): Record<string, Value> {
  const { host, suite, cells } = document
  return {
    id,
    hash,
    suite: suite.name,
    suiteVersion: suite.version,
    startedAt: document.startedAt,
    finishedAt: document.finishedAt,
    status: document.status,
    origin: document.origin.kind,
    division: document.division,
    tier: tierOf(document, statements),
    osFamily: host.os.family,
    osName: host.os.name,
    osVersion: host.os.version,
    architecture: host.architecture,
    cpuModel: host.cpu.model,
    cpuCount: host.cpu.count,
    cellCount: cells.length,
    sampleCount: cells.reduce((sum, cell) => sum + cell.samples.length, 0),
    problemCount: cells.filter((cell) => cell.status !== 'ok').length,
    analysisVersion: ANALYSIS_VERSION,
    statementBytes,
  }
}

function cellRows(runId: string, document: RunDocument): Record<string, Value>[] {
  return summarizeRun(document).flatMap((summary) => {
    const cell = document.cells[summary.cell]
    if (cell === undefined) return []
    return {
      runId,
      position: summary.cell,
      metric: summary.metric,
      workload: cell.workload,
      scenario: cell.scenario,
      engine: cell.engine,
      label: describeCell(cell),
      status: cell.status,
      unit: summary.unit,
      isPrimary: cell.metrics.some(({ name, primary }) => primary && name === summary.metric) ? 1 : 0,
      n: summary.n,
      mean: summary.mean,
      median: summary.median,
      minimum: summary.minimum,
      maximum: summary.maximum,
      ratio: summary.ratio?.value ?? null,
      ratioLow: summary.ratio?.interval?.[0] ?? null,
      ratioHigh: summary.ratio?.interval?.[1] ?? null,
    }
  })
}
