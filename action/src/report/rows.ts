import {
  type Benchmark,
  type BenchmarkSummary,
  describeWork,
  formatAmount,
  judgeRun,
  type Metric,
  type RunDocument,
  SELECTION,
  summarizeRun,
} from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { findScenario } from '@plimsoll/workloads'

/** One metric of one benchmark, with the texts of its row in a table. */
export interface ReportRow {
  benchmark: Benchmark
  metric: Metric
  summary: BenchmarkSummary
  os: string
  platform: string
  test: string
  /** whether another row's ratio uses this row as its reference */
  isReference: boolean
}

export interface ReportTable {
  /** the workload and the params of the table */
  title: string
  metric: string
  rows: ReportRow[]
}

/**
 * One table per workload, params and metric, in the order of the document, for the metrics that `shows` accepts.
 * Control benchmarks are no rows of tables.
 */
export function reportTables(
  document: RunDocument,
  shows: (benchmark: Benchmark, metric: Metric) => boolean,
): ReportTable[] {
  return tablesOf(document, (benchmark, metric) => !benchmark.control && shows(benchmark, metric))
}

/** Every metric of every benchmark, control benchmarks included, in the order of the tables. */
export function dataRows(document: RunDocument): ReportRow[] {
  return tablesOf(document, () => true).flatMap(({ rows }) => rows)
}

function tablesOf(document: RunDocument, shows: (benchmark: Benchmark, metric: Metric) => boolean): ReportTable[] {
  const tables = new Map<string, BenchmarkSummary[]>()
  for (const summary of summarizeRun(document)) {
    const benchmark = document.benchmarks[summary.benchmark] as Benchmark
    const metric = benchmark.metrics.find(({ name }) => name === summary.metric) as Metric
    if (!shows(benchmark, metric)) continue
    const key = JSON.stringify([describeWork(benchmark), summary.metric])
    tables.set(key, [...(tables.get(key) ?? []), summary])
  }
  return [...tables].map(([key, summaries]) => {
    const [title, metric] = JSON.parse(key) as [string, string]
    const references = new Set(
      summaries.flatMap(({ benchmark, ratio }) => (ratio ? referenceKeys(document, benchmark, ratio.reference) : [])),
    )
    return { title, metric, rows: summaries.map((summary) => row(document, summary, references)) }
  })
}

/** The keys under which the reference of a ratio can be found: a benchmark on the same engine, or one on the host. */
function referenceKeys(document: RunDocument, benchmark: number, reference: string): string[] {
  return [`${reference} ${document.benchmarks[benchmark]?.engine ?? null}`, `${reference} null`]
}

function row(document: RunDocument, summary: BenchmarkSummary, references: Set<string>): ReportRow {
  const benchmark = document.benchmarks[summary.benchmark] as Benchmark
  return {
    benchmark,
    metric: benchmark.metrics.find(({ name }) => name === summary.metric) as Metric,
    summary,
    os: document.host.os.name,
    platform: namePlatform(document, benchmark.engine),
    test: `${findScenario(benchmark.scenario)?.title ?? benchmark.scenario}${benchmark.variant === null ? '' : ` (${benchmark.variant})`}`,
    isReference: !benchmark.control && references.has(`${benchmark.scenario} ${benchmark.engine}`),
  }
}

/**
 * The product name of an engine. If the run has another engine of the same product, the name includes the engine's id.
 */
export function namePlatform({ engines }: RunDocument, engine: string | null): string {
  const product = engines.find(({ id }) => id === engine)?.product
  if (product === undefined) return 'none (host)'
  return engines.filter((other) => other.product === product).length > 1 ? `${product} (${engine})` : product
}

/**
 * The properties that distinguish a benchmark from others of its scenario: the variant, and the platform if the run has
 * several platforms.
 */
export function listDistinctions(document: RunDocument, { engine, variant }: Benchmark): string[] {
  const platform = engine !== null && document.engines.length > 1 ? [namePlatform(document, engine)] : []
  return variant === null ? platform : [...platform, variant]
}

/**
 * The benchmarks of a run that are not ok, with the reason. Benchmarks of one workload with the same reason are listed
 * together. Of a benchmark that fails in one variant of a check, the text says whether the other one worked.
 */
export function listProblems(document: RunDocument): string[] {
  const others = new Map(
    judgeRun(document)?.benchmarks.flatMap(({ base, head }) => [
      [document.benchmarks[base], document.benchmarks[head]],
      [document.benchmarks[head], document.benchmarks[base]],
    ]),
  )
  const outcomeOf = (benchmark: Benchmark) => {
    const other = others.get(benchmark)
    const worked = benchmark.status === 'failed' && other?.status === 'ok' ? `, works in ${other.variant}` : ''
    return `${benchmark.status}${worked}`
  }
  const together = new Map<string, Benchmark[]>()
  for (const benchmark of document.benchmarks.filter(({ status }) => status !== 'ok')) {
    const key = JSON.stringify([benchmark.workload, benchmark.engine, outcomeOf(benchmark), benchmark.reason])
    together.set(key, [...(together.get(key) ?? []), benchmark])
  }
  return [...together.values()].map((benchmarks) => {
    const { engine, reason } = benchmarks[0] as Benchmark
    const scenarios = [...new Set(benchmarks.map(({ scenario }) => scenario))]
    const variants = [...new Set(benchmarks.map(({ variant }) => variant))].filter((variant) => variant !== null)
    const label = [worksOf(benchmarks), scenarios.join(', '), engine ?? 'host', variants.join(', ')].filter(Boolean)
    return `${label.join(' · ')}: ${outcomeOf(benchmarks[0] as Benchmark)}: ${reason}`
  })
}

/** The name of one workload with all params of its benchmarks, shortened to stay readable. */
function worksOf(benchmarks: Benchmark[]): string {
  const MAX_LENGTH = 100
  const { workload } = benchmarks[0] as Benchmark
  const [first = '', ...others] = [...new Set(benchmarks.map(describeWork))]
  const all = [first, ...others.map((work) => work.slice(workload.length + 1))].join(', ')
  return all.length <= MAX_LENGTH ? all : `${workload} (${others.length + 1} combinations of params)`
}

/** What was measured, such as `suite quick 3`, `suite quick 3 (modified)` or `workloads of your choice, not a frozen suite`. */
export function suiteText({ suite, division }: RunDocument): string {
  if (suite.name === SELECTION) return 'workloads of your choice, not a frozen suite'
  return `suite ${suite.name} ${suite.version}${division === 'modified' ? ' (modified)' : ''}`
}

/** The measured machine in one line. */
export function machineLine({ host }: RunDocument): string {
  if (host.os.family === 'unknown') return 'Unknown machine'
  const memory = host.memory === null ? null : `${formatAmount(host.memory, 'bytes')} memory`
  const cpu = `${host.cpu.count ?? '?'} × ${host.cpu.model ?? host.architecture}`
  return [`${host.os.name} ${host.os.version ?? ''}`.trim(), cpu, memory, host.target.filesystem]
    .filter(Boolean)
    .join(' · ')
}

/**
 * The time that the timer itself adds, on the host and in each engine. It is the time in which Plimsoll's agent, the
 * program that times samples, starts an empty program. Null if it was not measured.
 */
export function timerLine(document: RunDocument): string | null {
  const values = Map.groupBy(document.calibration.spawn, ({ engine }) => engine)
  const parts = [...values].map(([engine, entries]) => {
    const middle = formatAmount(median(entries.flatMap(({ values }) => values)), 'ns')
    return `${middle} ${engine === null ? 'on the host' : `in ${namePlatform(document, engine)}`}`
  })
  return parts.length === 0
    ? null
    : `Cost of the timer (the agent starts an empty program), median: ${parts.join(', ')}`
}
