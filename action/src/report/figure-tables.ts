import {
  type Benchmark,
  type BenchmarkSummary,
  countedValues,
  describeAbsence,
  describeWork,
  formatAmount,
  formatProbability,
  type Metric,
  type RunDocument,
} from '@plimsoll/schema'
import { mannWhitneyP } from '@plimsoll/schema/statistics'
import { controlsOf, ESTIMATED, figureTexts, ratioHeading, ratioRemarks, ratioText } from './ratio-texts.ts'
import type { Section, SectionRow } from './report.ts'
import { distinctionsOf, type ReportRow, type ReportTable, reportTables } from './rows.ts'

/** Tables with a row for each benchmark, as data. */
export interface FigureTables {
  /** A table for each work (a workload with its params) and metric, for each work, or for the whole run. */
  each: 'metric' | 'work' | 'run'
  /** The only workloads in these tables, or those that are not. */
  only?: readonly string[]
  except?: readonly string[]
  /** Workloads in the order of the rows. The rows of all other workloads follow. */
  order?: readonly string[]
  /** The default is the work, and the metric if each has a table. */
  title?: string
  columns: readonly FigureColumn[]
  /** Whether ratios decide which rows have bars, and remarks explain them. */
  ratios?: boolean
  remarks?: readonly string[]
}

/** The metric is that of the row if none is given. */
type FigureColumn = readonly [heading: string, cell: keyof typeof WORDS | keyof typeof FIGURES, metric?: string]

type Cell = (row: ReportRow, context: { rows: ReportRow[]; document: RunDocument }) => string

const WORDS = {
  os: ({ os }) => os,
  platform: ({ platform }) => platform,
  test: ({ test }) => test,
  work: ({ benchmark }) => describeWork(benchmark),
  metric: ({ summary }) => summary.metric,
  variant: ({ benchmark }, { document }) => [benchmark.scenario, ...distinctionsOf(document, benchmark)].join(' · '),
} satisfies Record<string, Cell>

/** A cell with `or reason` is the one in which a benchmark without values says why. */
const FIGURES = {
  n: ({ summary }) => String(summary.n ?? ''),
  'n of samples': ({ benchmark, summary }) => figureTexts(benchmark, summary)[2],
  median: ({ summary }) => amount(summary.median, summary),
  'median, mean or reason': ({ benchmark, summary }) => figureTexts(benchmark, summary)[0],
  'median or reason': ({ benchmark, summary }) =>
    summary.mean === null ? reason(benchmark, summary) : amount(summary.median, summary),
  'median (range) or reason': ({ benchmark, summary }) => {
    const range = rangeOf(summary)
    if (summary.median === null || range === '') return reason(benchmark, summary)
    return summary.n === 1 ? amount(summary.median, summary) : `${amount(summary.median, summary)} (${range})`
  },
  minimum: ({ summary }) => amount(summary.minimum, summary),
  maximum: ({ summary }) => amount(summary.maximum, summary),
  range: ({ summary }) => rangeOf(summary),
  mean: ({ summary }) => amount(summary.mean, summary),
  'mean or reason': ({ benchmark, summary }) =>
    summary.mean === null ? reason(benchmark, summary) : amount(summary.mean, summary),
  'half-width of the mean': ({ summary }) =>
    summary.meanInterval === null ? '' : `± ${amount(summary.meanInterval[1] - (summary.mean as number), summary)}`,
  'standard deviation': ({ summary }) => amount(summary.standardDeviation, summary),
  'coefficient of variation': ({ summary: { coefficientOfVariation } }) =>
    coefficientOfVariation === null ? '' : `${(100 * coefficientOfVariation).toFixed(1)}%`,
  ratio: (row, { rows }) => ratioText(row, rows),
  'p against the bind mount': ({ benchmark }, { rows }) => probabilityAgainstBind(benchmark, rows),
} satisfies Record<string, Cell>

const CELLS: Record<string, Cell> = { ...WORDS, ...FIGURES }

/** The sections of tables that `layout` describes, for the metrics that `isShown` accepts. */
export function figureSections(
  document: RunDocument,
  layout: FigureTables,
  isShown: (benchmark: Benchmark, metric: Metric) => boolean,
): Section[] {
  const { only, except = [] } = layout
  const tables = reportTables(
    document,
    (benchmark, metric) =>
      (only?.includes(benchmark.workload) ?? !except.includes(benchmark.workload)) && isShown(benchmark, metric),
  )
  const remarksOf = layout.ratios ? ratioRemarksOf(document, tables) : () => layout.remarks ?? []
  return groupsOf(tables, layout).map((group) => ({
    ...sectionOf(document, group, layout),
    remarks: [...remarksOf(group)],
  }))
}

/** Returns a function that explains the ratios of a table. The last table with a resolved ratio has one sentence more. */
function ratioRemarksOf(document: RunDocument, tables: ReportTable[]): (group: ReportTable[]) => string[] {
  const controls = controlsOf(document)
  const last = tables.findLast(({ rows }) => rows.some(({ summary }) => summary.ratio?.status === 'resolved'))
  return (group) => group.flatMap((table) => [...ratioRemarks(table, controls), ...(table === last ? [ESTIMATED] : [])])
}

function groupsOf(tables: ReportTable[], { each }: FigureTables): ReportTable[][] {
  if (each === 'metric') return tables.map((table) => [table])
  if (each === 'run') return [tables]
  return [...Map.groupBy(tables, ({ title }) => title).values()]
}

function inOrder(tables: ReportTable[], { order = [] }: FigureTables): ReportRow[] {
  const rank = ({ benchmark: { workload } }: ReportRow) =>
    order.includes(workload) ? order.indexOf(workload) : order.length
  return tables.flatMap(({ rows }) => rows).sort((a, b) => rank(a) - rank(b))
}

function sectionOf(document: RunDocument, tables: ReportTable[], layout: FigureTables): Omit<Section, 'remarks'> {
  const { columns, each } = layout
  const rows = each === 'run' ? inOrder(tables, layout) : (tables[0]?.rows ?? [])
  const metricOf = (row: ReportRow, metric: string | undefined) =>
    metric === undefined
      ? row
      : tables.find((table) => table.metric === metric)?.rows.find(({ benchmark }) => benchmark === row.benchmark)
  return {
    title: layout.title ?? [tables[0]?.title, ...(each === 'metric' ? [tables[0]?.metric] : [])].join(' · '),
    heading: columns.map(([heading, cell]) => (cell === 'ratio' ? ratioHeading(rows) : heading)),
    words: columns.filter(([, cell]) => cell in WORDS).length,
    rows: rows.map((row) => ({
      fields: columns.map(([, cell, metric]) => {
        const own = metricOf(row, metric)
        return own === undefined ? '' : (CELLS[cell] as Cell)(own, { rows, document })
      }),
      bar: layout.ratios ? barOf(row, rows) : null,
    })),
  }
}

/**
 * A bar of the median. Bars compare a row with its reference, so a row whose ratio may not be shown has none, and its
 * reference has one only for the sake of other rows.
 */
function barOf({ benchmark, summary: { median, ratio } }: ReportRow, rows: ReportRow[]): SectionRow['bar'] {
  const ratios = rows.flatMap(({ summary }) => summary.ratio ?? [])
  const isCompared = ratios.length === 0 || ratios.some(({ value }) => value !== null)
  const largest = Math.max(...rows.map(({ summary }) => summary.median ?? 0))
  if (median === null || largest === 0 || !(ratio === null ? isCompared : ratio.value !== null)) return null
  return { share: median / largest, onHost: benchmark.engine === null }
}

function amount(value: number | null, { unit }: BenchmarkSummary): string {
  return value === null ? '' : formatAmount(value, unit)
}

function rangeOf(summary: BenchmarkSummary): string {
  const { minimum, maximum } = summary
  return minimum === null || maximum === null ? '' : `${amount(minimum, summary)} – ${amount(maximum, summary)}`
}

function reason(benchmark: Benchmark, { metric }: BenchmarkSummary): string {
  return describeAbsence(benchmark, metric)
}

function probabilityAgainstBind(benchmark: Benchmark, rows: ReportRow[]): string {
  const bind = rows.find(
    (row) => row.benchmark.scenario === 'bind' && row.benchmark.engine === benchmark.engine,
  )?.benchmark
  if (!bind || bind === benchmark) return ''
  const [own = [], theirs = []] = [benchmark, bind].map((benchmark) =>
    benchmark.metrics.filter(({ primary }) => primary).flatMap((metric) => countedValues(benchmark, metric)),
  )
  if (own.length === 0 || theirs.length === 0) return ''
  return formatProbability(mannWhitneyP(own, theirs))
}
