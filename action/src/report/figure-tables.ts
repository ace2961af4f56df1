import type { Benchmark, Metric, RunDocument } from '@plimsoll/schema'
import { controlsOf, ESTIMATED, figureTexts, ratioHeading, ratioRemarks, ratioText } from './ratio-texts.ts'
import type { Section, SectionRow } from './report.ts'
import { type ReportRow, reportTables } from './rows.ts'
import { SWEEP } from './sweep-tables.ts'

/**
 * The tables of the blog post "Docker on MacOS is slow" (2022), with medians where the post has means: one for each
 * work (a workload with its params) and each metric that `isShown` accepts.
 */
export function figureSections(
  document: RunDocument,
  isShown: (benchmark: Benchmark, metric: Metric) => boolean,
): Section[] {
  const tables = reportTables(
    document,
    (benchmark, metric) => benchmark.workload !== SWEEP && isShown(benchmark, metric),
  )
  const controls = controlsOf(document)
  const last = tables.findLast(({ rows }) => rows.some(({ summary }) => summary.ratio?.status === 'resolved'))
  return tables.map((table) => {
    const { title, metric, rows } = table
    return {
      title: `${title} · ${metric}`,
      heading: ['OS', 'Platform', 'Test', 'Median', 'Min–max', 'n', ratioHeading(rows)],
      words: 3,
      rows: rows.map((row) => ({
        fields: [row.os, row.platform, row.test, ...figureTexts(row.benchmark, row.summary), ratioText(row, rows)],
        bar: barOf(row, rows),
      })),
      remarks: [...ratioRemarks(table, controls), ...(table === last ? [ESTIMATED] : [])],
    }
  })
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
