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
import { blog, blogSections } from './blog.ts'
import { distinctionsOf } from './rows.ts'
import type { Layout } from './section.ts'
import { plainRow, type Section } from './section.ts'

/**
 * The tables of "Comparing Filesystem Performance in Virtual Machines" (2014): throughput by record size. There is one
 * table per file size and operation, with a column per engine and scenario. Every table has one unit, which it states.
 */
export const vm2014: Layout = withSweep(() => true)

/**
 * The tables for all other runs. They are the tables of the 2022 blog post, and two of the 2014 sweep over record
 * sizes: cached reads and durable writes.
 */
export const standard: Layout = withSweep((operation) => ['read', 'durable-write'].includes(operation))

function withSweep(isShown: (operation: string) => boolean): Layout {
  return {
    shows: (benchmark, metric) =>
      isSweep(benchmark) ? metric.name === 'bytes' || isShown(metric.name) : blog.shows(benchmark, metric),
    sections: (document) => [
      ...blogSections(document, (benchmark, metric) => !isSweep(benchmark) && blog.shows(benchmark, metric)),
      ...sweepSections(document, isShown),
    ],
  }
}

interface Entry {
  benchmark: Benchmark
  /** the heading of the table's column */
  column: string
  /** the record size in bytes */
  size: number
  record: number
  operation: string
  /** the throughput of each sample in bytes per ns */
  rates: number[]
  /** the median throughput; null if there is no sample */
  rate: number | null
}

const GIGABYTES = { heading: 'GB/s (10⁹ bytes a second)', bytesPerNs: 1 }
const MEGABYTES = { heading: 'MB/s (10⁶ bytes a second)', bytesPerNs: 1e-3 }

function isSweep({ workload }: Benchmark): boolean {
  return workload === 'file-sweep'
}

function sweepSections(document: RunDocument, isShown: (operation: string) => boolean): Section[] {
  const entries = entriesOf(document).filter(({ operation }) => isShown(operation))
  const tables = Map.groupBy(entries, ({ size, operation }) => JSON.stringify([size, operation]))
  return [...tables.values()].sort(([a], [b]) => (a?.size ?? 0) - (b?.size ?? 0)).map(sectionOf)
}

function entriesOf(document: RunDocument): Entry[] {
  const sweeps = document.benchmarks.filter((benchmark) => isSweep(benchmark) && !benchmark.control)
  return sweeps.flatMap((benchmark) =>
    benchmark.metrics
      .filter(({ unit }) => unit === 'ns')
      .map((metric) => {
        const rates = ratesOf(benchmark, metric)
        const rate = rates.length > 0 ? median(rates) : null
        const column = [benchmark.scenario, ...distinctionsOf(document, benchmark)].join(' · ')
        const [size, record] = [Number(benchmark.params.bytes), Number(benchmark.params.record)]
        return { benchmark, column, size, record, operation: metric.name, rates, rate }
      }),
  )
}

/** The throughput of each measured sample, as bytes ÷ ns. */
function ratesOf(benchmark: Benchmark, { name }: Metric): number[] {
  const bytes = benchmark.metrics.find((metric) => metric.name === 'bytes')
  return bytes === undefined ? [] : countedValues(benchmark, { ...bytes, per: name })
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
