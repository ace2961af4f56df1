import {
  type Benchmark,
  countedValues,
  describeAbsence,
  formatAmount,
  formatNumber,
  type Metric,
  type RunDocument,
} from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import { plainRow, type Section } from './report.ts'
import { listDistinctions } from './rows.ts'

/** The workload that reads and writes files with records of several sizes. Its operations are its metrics in ns. */
export const SWEEP = 'file-sweep'

interface Entry {
  benchmark: Benchmark
  /** the heading of the table's column */
  column: string
  /** the size of the file in bytes */
  size: number
  /** the size of a record in bytes */
  record: number
  operation: string
  /** the throughput of each sample in bytes per ns */
  rates: number[]
  /** the median throughput; null if there is no sample */
  rate: number | null
}

const GIGABYTES = { heading: 'GB/s (10⁹ bytes a second)', bytesPerNs: 1 }
const MEGABYTES = { heading: 'MB/s (10⁶ bytes a second)', bytesPerNs: 1e-3 }

/**
 * The tables of the throughput of the sweep: a table for each file size and each operation that `isShown` accepts, a row
 * for each record size, a column for each engine and scenario. Each table has one unit.
 */
export function sweepSections(
  document: RunDocument,
  isShown: (benchmark: Benchmark, metric: Metric) => boolean,
): Section[] {
  const sweeps = document.benchmarks.filter(({ workload, control }) => workload === SWEEP && !control)
  const entries = sweeps.flatMap((benchmark) =>
    benchmark.metrics
      .filter((metric) => metric.unit === 'ns' && isShown(benchmark, metric))
      .map((metric) => entryOf(document, benchmark, metric)),
  )
  const tables = Map.groupBy(entries, ({ size, operation }) => JSON.stringify([size, operation]))
  return [...tables.values()].sort(([a], [b]) => (a?.size ?? 0) - (b?.size ?? 0)).map(sectionOf)
}

function entryOf(document: RunDocument, benchmark: Benchmark, metric: Metric): Entry {
  const bytes = benchmark.metrics.find(({ name }) => name === 'bytes')
  const rates = bytes === undefined ? [] : countedValues(benchmark, { ...bytes, per: metric.name })
  return {
    benchmark,
    column: [benchmark.scenario, ...listDistinctions(document, benchmark)].join(' · '),
    size: Number(benchmark.params.bytes),
    record: Number(benchmark.params.record),
    operation: metric.name,
    rates,
    rate: rates.length > 0 ? median(rates) : null,
  }
}

function sectionOf(entries: Entry[]): Section {
  const [{ operation, size }] = entries as [Entry]
  const unit = entries.every(({ rate }) => rate === null || rate >= 1) ? GIGABYTES : MEGABYTES
  const columns = [...new Set(entries.map(({ column }) => column))]
  const records = [...new Set(entries.map(({ record }) => record))].sort((a, b) => a - b)
  const benchmarks = new Map(entries.map((entry) => [JSON.stringify([entry.record, entry.column]), entry]))
  const counts = entries.map(({ rates }) => rates.length).filter((count) => count > 0)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  return {
    title: `${operation} · file of ${formatAmount(size, 'bytes')} · ${unit.heading}`,
    heading: ['Record', ...columns],
    words: 1,
    rows: records.map((record) => {
      const figures = columns.map((column) =>
        figureText(benchmarks.get(JSON.stringify([record, column])), unit.bytesPerNs),
      )
      return plainRow(formatAmount(record, 'bytes'), ...figures)
    }),
    remarks:
      counts.length === 0 ? [] : [`Medians (min–max); n = ${fewest === most ? fewest : `${fewest} to ${most}`}.`],
  }
}

function figureText(entry: Entry | undefined, bytesPerNs: number): string {
  if (entry === undefined) return ''
  const { rate, rates } = entry
  if (rate === null) return describeAbsence(entry.benchmark, entry.operation)
  const [middle, least, most] = [rate, Math.min(...rates), Math.max(...rates)].map((value) =>
    formatNumber(value / bytesPerNs),
  )
  return rates.length === 1 ? `${middle}` : `${middle} (${least}–${most})`
}
