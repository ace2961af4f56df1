import type { Benchmark, Metric, RunDocument } from '@plimsoll/schema'
import { controlsOf, ESTIMATED, figureTexts, ratioHeading, ratioRemarks, ratioText } from './ratio-texts.ts'
import { type ReportRow, type ReportTable, reportTables } from './rows.ts'
import type { Layout, Section, SectionRow } from './section.ts'

/**
 * The tables of the blog post "Docker on MacOS is slow" (2022), with medians where the post has means. There is one
 * table per workload, params and metric, with a row per engine and scenario.
 */
export const blog: Layout = { shows, sections: (document) => blogSections(document, shows) }

/** The tables of the blog post for the metrics that `isShown` accepts. */
export function blogSections(document: RunDocument, isShown: Layout['shows']): Section[] {
  const tables = reportTables(document, isShown)
  const controls = controlsOf(document)
  const isResolved = ({ rows }: ReportTable) => rows.some(({ summary }) => summary.ratio?.status === 'resolved')
  const last = tables.findLastIndex(isResolved)
  return tables.map((table, at) => ({
    title: `${table.title} · ${table.metric}`,
    heading: ['OS', 'Platform', 'Test', 'Median', 'Min–max', 'n', ratioHeading(table.rows)],
    words: 3,
    rows: table.rows.map((row) => rowOf(row, table)),
    remarks: [...ratioRemarks(table, controls), ...(at === last ? [ESTIMATED] : [])],
  }))
}

/**
 * Metrics that are shown beside the primary metric as its counterpart: the second of two times, of two delays, or of
 * two kinds of memory.
 */
const SECOND_HALVES = ['repeat', 'event', 'file-alone', 'anonymous', 'anonymous-alone']

function shows(_benchmark: Benchmark, { primary, name }: Metric): boolean {
  return primary || SECOND_HALVES.includes(name)
}

function rowOf(row: ReportRow, table: ReportTable): SectionRow {
  const { benchmark, summary, os, platform, test } = row
  const fields = [os, platform, test, ...figureTexts(benchmark, summary), ratioText(row, table.rows)]
  return { fields, bar: barOf(row, table) }
}

/**
 * A bar of the median. Bars compare a row with its reference, so a row whose ratio may not be shown has none, and its
 * reference has one only for the sake of other rows.
 */
function barOf({ benchmark, summary: { median, ratio } }: ReportRow, { rows }: ReportTable): SectionRow['bar'] {
  const ratios = rows.flatMap(({ summary }) => summary.ratio ?? [])
  const isCompared = ratios.length === 0 || ratios.some(({ value }) => value !== null)
  const largest = Math.max(...rows.map(({ summary }) => summary.median ?? 0))
  if (median === null || largest === 0 || !(ratio === null ? isCompared : ratio.value !== null)) return null
  return { share: median / largest, onHost: benchmark.engine === null }
}
