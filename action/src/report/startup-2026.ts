import {
  type Benchmark,
  type BenchmarkSummary,
  describeAbsence,
  describeWork,
  formatAmount,
  type RunDocument,
  runReliability,
  type Sample,
} from '@plimsoll/schema'
import { mean } from '@plimsoll/schema/statistics'
import { blog } from './blog.ts'
import { pairSection } from './pairs.ts'
import { distinctionsOf, reportTables } from './rows.ts'
import type { Layout } from './section.ts'
import { plainRow, type Section } from './section.ts'

/** The measurements of the publication of 2026, in its order. Other workloads follow them in the table. */
const MEASUREMENTS = [
  'container-start',
  'copy-up',
  'cpu-limit',
  'sequential-write',
  'metadata',
  'image-pull',
  'namespaces',
  'network',
  'memory',
]

/**
 * The workloads for which the publication of 2026 shows every metric in its own row: kinds of namespaces, and kinds of
 * memory.
 */
const WHOLE = ['namespaces', 'memory']

/**
 * The tables of "Docker internals" (Khan 2026). One has the statistics of every measurement and variant. The other has
 * the pairs that Khan compares, with Mann–Whitney's p and Cliff's delta.
 */
export const startup2026: Layout = {
  shows: (benchmark, metric) => WHOLE.includes(benchmark.workload) || blog.shows(benchmark, metric),
  sections(document) {
    const averaged = withoutLists(document)
    return [statisticsSection(averaged), ...pairSection(averaged, runReliability(document))]
  },
}

/**
 * The document with the mean in place of each list of values in a sample, as in the publication. A list has one value
 * per request or container.
 */
function withoutLists(document: RunDocument): RunDocument {
  const averaged = (values: Sample['values']) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? Math.round(mean(value)) : value]),
    )
  const benchmarks = document.benchmarks.map((benchmark) => ({
    ...benchmark,
    samples: benchmark.samples.map((sample) => ({ ...sample, values: averaged(sample.values) })),
  }))
  return { ...document, benchmarks }
}

function statisticsSection(document: RunDocument): Section {
  const rows = reportTables(document, startup2026.shows)
    .flatMap((table) => table.rows)
    .sort((a, b) => rank(a.benchmark) - rank(b.benchmark))
  return {
    title: 'Statistics',
    heading: [
      'Measurement',
      'Metric',
      'Variant',
      'n',
      'Median',
      'Min–max',
      'Mean',
      '95% interval of the mean',
      'SD',
      'CV',
    ],
    words: 3,
    rows: rows.map(({ benchmark, summary }) =>
      plainRow(
        describeWork(benchmark),
        summary.metric,
        [benchmark.scenario, ...distinctionsOf(document, benchmark)].join(' · '),
        ...figures(benchmark, summary),
      ),
    ),
    remarks: [
      'Interval: Student’s t (the source took 1.96 standard errors). SD: sample standard deviation. CV: SD ÷ mean.',
      'A sample of many values (requests, containers) counts once, as their mean: they are not independent.',
    ],
  }
}

function rank({ workload }: Benchmark): number {
  const at = MEASUREMENTS.indexOf(workload)
  return at === -1 ? MEASUREMENTS.length : at
}

function figures(benchmark: Benchmark, summary: BenchmarkSummary): string[] {
  const { n, median, minimum, maximum, mean, meanInterval, standardDeviation, coefficientOfVariation, unit } = summary
  if (mean === null) return ['0', describeAbsence(benchmark, summary.metric), '', '', '', '', '']
  const amount = (value: number | null) => (value === null ? '' : formatAmount(value, unit))
  return [
    String(n ?? ''),
    amount(median),
    minimum === null || maximum === null ? '' : `${amount(minimum)} – ${amount(maximum)}`,
    amount(mean),
    meanInterval === null ? '' : `± ${amount(meanInterval[1] - mean)}`,
    amount(standardDeviation),
    coefficientOfVariation === null ? '' : `${(100 * coefficientOfVariation).toFixed(1)}%`,
  ]
}
