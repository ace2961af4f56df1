import {
  type Benchmark,
  type ControlPair,
  formatRatioInterval,
  isCopiedMount,
  type Metric,
  type RunDocument,
} from '@plimsoll/schema'
import {
  type Controls,
  describeControls,
  ESTIMATED,
  figureTexts,
  ratioHeading,
  ratioRemarks,
  ratioText,
} from './ratio-texts.ts'
import type { Section, SectionRow } from './report.ts'
import { namePlatform, type ReportRow, type ReportTable, reportTables } from './rows.ts'
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
  const controls = describeControls(document)
  const last = tables.findLast(({ rows }) => rows.some(({ summary }) => summary.ratio?.status === 'resolved'))
  return tables.map((table) => {
    const { title, metric, rows } = table
    return {
      title: `${title} · ${metric}`,
      heading: ['OS', 'Platform', 'Scenario', 'Median', 'Min–max', 'n', ratioHeading(rows)],
      words: 3,
      rows: [
        ...rows.map((row) => ({
          fields: [row.os, row.platform, row.test, ...figureTexts(row.benchmark, row.summary), ratioText(row, rows)],
          bar: barOf(row, rows),
        })),
        ...controlRows(document, table, controls),
      ],
      remarks: [
        ...copiedRemarks(document, table),
        ...ratioRemarks(table, controls),
        ...(table === last ? [ESTIMATED] : []),
      ],
    }
  })
}

function copiedRemarks(document: RunDocument, { rows }: ReportTable): string[] {
  return rows
    .filter(({ benchmark }) => isCopiedMount(benchmark, document))
    .map(
      ({ platform, test }) =>
        `Not comparable: ${platform}, ${test}. The engine copies the files in the background, and the timer stops before the copy is complete.`,
    )
}

/** A row for each control pair of a table with ranges: the noise that the run measured, beside what it hides. */
function controlRows(
  document: RunDocument,
  { title, metric, rows }: ReportTable,
  { reliability }: Controls,
): SectionRow[] {
  if (rows.every(({ summary: { ratio } }) => ratio?.status !== 'range')) return []
  return reliability.pairs.flatMap((pair): SectionRow[] => {
    const { interval, rounds } = pair.estimate
    if (pair.workload !== title || pair.metric !== metric || interval === null) return []
    const { engine } = document.benchmarks[pair.benchmark] as Benchmark
    const fields = [
      document.host.os.name,
      namePlatform(document, engine),
      describePair(pair, document),
      '',
      '',
      String(rounds),
    ]
    return [{ fields: [...fields, formatRatioInterval(interval)], bar: rangeBar(interval, rows) }]
  })
}

function describePair({ kind, benchmark }: ControlPair, { benchmarks }: RunDocument): string {
  const { scenario } = benchmarks[benchmark] as Benchmark
  return kind === 'repeat' ? `${scenario} against itself (noise)` : 'volume ÷ bind, equal here (noise)'
}

/** A range on an axis that is long enough for all ranges of a table. */
function rangeBar([lower, upper]: readonly [number, number], rows: readonly ReportRow[]): SectionRow['bar'] {
  const ends = rows.flatMap(({ summary: { ratio } }) => (ratio?.status === 'range' ? (ratio.interval ?? []) : []))
  const longest = Math.max(...[...ends, lower, upper].map((end) => Math.abs(Math.log(end))))
  const at = (end: number) => Math.log(end) / longest
  return { range: [at(lower), at(upper)] }
}

/**
 * A bar of the median, or the range of a ratio without an estimate. Bars compare a row with its reference, so a row whose
 * ratio may not be shown has none, and its reference has one only for the sake of other rows.
 */
function barOf({ benchmark, summary: { median, ratio } }: ReportRow, rows: ReportRow[]): SectionRow['bar'] {
  if (ratio?.status === 'range' && ratio.interval !== null) return rangeBar(ratio.interval, rows)
  const ratios = rows.flatMap(({ summary }) => summary.ratio ?? [])
  const isCompared = ratios.length === 0 || ratios.some(({ value }) => value !== null)
  const largest = Math.max(...rows.map(({ summary }) => summary.median ?? 0))
  if (median === null || largest === 0 || !(ratio === null ? isCompared : ratio.value !== null)) return null
  return { share: median / largest, onHost: benchmark.engine === null }
}
