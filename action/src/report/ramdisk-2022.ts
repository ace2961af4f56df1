import {
  type Benchmark,
  type BenchmarkSummary,
  countedValues,
  describeAbsence,
  formatAmount,
  formatProbability,
  type RunDocument,
} from '@plimsoll/schema'
import { mannWhitneyP } from '@plimsoll/schema/statistics'
import { blog } from './blog.ts'
import { type ReportRow, reportTables } from './rows.ts'
import { type Layout, plainRow, type Section } from './section.ts'

/** The metrics that fio prints for a job, in the order of the post of 2022. */
const FIO = ['reads', 'writes', 'read-bytes', 'write-bytes']

/**
 * The two tables of "Speeding up Docker on macOS with a RAM disk" (2022): the output of fio, and the output of ioping.
 */
export const ramdisk2022: Layout = {
  shows: (benchmark, metric) =>
    benchmark.workload === 'fio-randrw' ? FIO.includes(metric.name) : blog.shows(benchmark, metric),
  sections: (document) => [...fio(document), ...ioping(document)],
}

function fio(document: RunDocument): Section[] {
  const tables = reportTables(document, ramdisk2022.shows).filter(
    ({ rows }) => rows[0]?.benchmark.workload === 'fio-randrw',
  )
  const [first] = tables
  if (!first) return []
  const figure = ({ benchmark }: ReportRow, metric: string) => {
    const row = tables.find((table) => table.metric === metric)?.rows.find((row) => row.benchmark === benchmark)
    return row ? medianAndRange(row.summary, benchmark) : ''
  }
  return [
    {
      title: first.title,
      heading: ['Platform', 'Test', 'n', 'Read IOPS', 'Write IOPS', 'Read', 'Write'],
      words: 2,
      rows: first.rows.map((row) =>
        plainRow(row.platform, row.test, String(row.summary.n ?? ''), ...FIO.map((metric) => figure(row, metric))),
      ),
      remarks: ['Medians, with min–max if there are several samples.'],
    },
  ]
}

function ioping(document: RunDocument): Section[] {
  return reportTables(document, blog.shows)
    .filter(({ rows }) => rows[0]?.benchmark.workload === 'ioping')
    .map(({ title, rows }) => ({
      title,
      heading: [
        'Platform',
        'Test',
        'Requests',
        'Median',
        'Minimum',
        'Mean',
        'Maximum',
        'SD',
        'p against the bind mount',
      ],
      words: 2,
      rows: rows.map(({ benchmark, summary, platform, test }) => {
        const { n, median, minimum, maximum, standardDeviation, unit } = summary
        if (n === 0) return plainRow(platform, test, '0', '', '', amount(summary, benchmark), '', '', '')
        const [middle, least, most, deviation] = [median, minimum, maximum, standardDeviation].map((value) =>
          value === null ? '' : formatAmount(value, unit),
        ) as [string, string, string, string]
        const p = probabilityAgainstBind(benchmark, rows)
        return plainRow(platform, test, String(n), middle, least, amount(summary, benchmark), most, deviation, p)
      }),
      remarks: ['p: Mann–Whitney, two-sided, over all requests. The source compared two means of nine requests.'],
    }))
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

function amount({ mean, unit, metric }: BenchmarkSummary, benchmark: Benchmark): string {
  return mean === null ? describeAbsence(benchmark, metric) : formatAmount(mean, unit)
}

function medianAndRange({ n, median, minimum, maximum, unit, metric }: BenchmarkSummary, benchmark: Benchmark): string {
  if (median === null || minimum === null || maximum === null) return describeAbsence(benchmark, metric)
  const [middle, least, most] = [median, minimum, maximum].map((value) => formatAmount(value, unit))
  return n === 1 ? `${middle}` : `${middle} (${least} – ${most})`
}
