import { type Benchmark, describeAbsence, formatAmount, formatRatio, type Metric } from '@plimsoll/schema'
import { type ReportRow, type ReportTable, reportTables } from './rows.ts'
import type { Layout, SectionRow } from './section.ts'

/**
 * The tables of the blog post "Docker on MacOS is slow" (2022). There is one table per workload, params and metric,
 * with a row per engine and scenario.
 */
export const blog: Layout = {
  shows,
  sections: (document) =>
    reportTables(document, shows).map((table) => ({
      title: `${table.title} · ${table.metric}`,
      heading: ['OS', 'Platform', 'Test', 'Mean', 'Min–max', ratioHeading(table)],
      words: 3,
      rows: table.rows.map((row) => rowOf(row, table)),
      remarks: [],
    })),
}

/**
 * Metrics that are shown beside the primary metric as its counterpart: the second of two times, of two delays, or of
 * two kinds of memory.
 */
const SECOND_HALVES = ['repeat', 'event', 'file-alone', 'anonymous', 'anonymous-alone']

function shows(_benchmark: Benchmark, { primary, name }: Metric): boolean {
  return primary || SECOND_HALVES.includes(name)
}

function rowOf({ benchmark, summary, os, platform, test, isReference }: ReportRow, table: ReportTable): SectionRow {
  const { mean, minimum, maximum, ratio, unit } = summary
  const known = mean !== null && minimum !== null && maximum !== null
  const largest = Math.max(...table.rows.map((row) => row.summary.mean ?? 0))
  const fields = [
    os,
    platform,
    test,
    mean === null
      ? describeAbsence(benchmark, summary.metric)
      : `${formatAmount(mean, unit)}${countText(benchmark, summary.metric)}`,
    known ? `${formatAmount(minimum, unit)} – ${formatAmount(maximum, unit)}` : '',
    ratio ? formatRatio(ratio.value, ratio.interval) : isReference ? '1 (reference)' : '',
  ]
  const bar = mean === null || largest === 0 ? null : { share: mean / largest, onHost: benchmark.engine === null }
  return { fields, bar }
}

/** The number of successful samples that have this metric. Empty if all successful samples have it. */
function countText({ samples }: Benchmark, metric: string): string {
  const good = samples.filter(({ warmup, failure }) => !warmup && failure === null)
  const having = good.filter(({ values }) => Object.hasOwn(values, metric))
  return having.length < good.length ? ` (${having.length} of ${good.length})` : ''
}

/** The heading of the ratio column. It names the reference of the ratio. */
function ratioHeading(table: ReportTable): string {
  const references = new Set(table.rows.flatMap(({ summary }) => (summary.ratio ? [summary.ratio.reference] : [])))
  return references.size === 1 ? `Median ÷ ${[...references][0]}` : 'Median ÷ reference'
}
