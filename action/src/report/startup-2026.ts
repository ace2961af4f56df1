import {
  type Cell,
  type CellSummary,
  describeAbsence,
  describeWork,
  formatAmount,
  type RunDocument,
  type Sample,
} from '@plimsoll/schema'
import { mean } from '@plimsoll/schema/statistics'
import { blog } from './blog.ts'
import { pairSection } from './pairs.ts'
import { distinctionsOf, reportTables } from './rows.ts'
import type { Layout } from './section.ts'
import { plainRow, type Section } from './section.ts'

/** The source's measurements in its order; other workloads come after them. */
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

/** Each metric is a row of its own in the source: the kinds of namespace, of memory. */
const WHOLE = ['namespaces', 'memory']

/**
 * The tables of "Docker internals" (Khan 2026): the statistics of every measurement and arm, and the source's own pairs
 * with Mann–Whitney's p and Cliff's delta.
 */
export const startup2026: Layout = {
  shows: (cell, metric) => WHOLE.includes(cell.workload) || blog.shows(cell, metric),
  sections(document) {
    const averaged = withoutLists(document)
    return [statisticsSection(averaged), ...pairSection(averaged)]
  },
}

/** As the source has it: of the requests of one sample, or of its containers, the mean. */
function withoutLists(document: RunDocument): RunDocument {
  const averaged = (values: Sample['values']) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? Math.round(mean(value)) : value]),
    )
  const cells = document.cells.map((cell) => ({
    ...cell,
    samples: cell.samples.map((sample) => ({ ...sample, values: averaged(sample.values) })),
  }))
  return { ...document, cells }
}

function statisticsSection(document: RunDocument): Section {
  const rows = reportTables(document, startup2026.shows)
    .flatMap((table) => table.rows)
    .sort((a, b) => rank(a.cell) - rank(b.cell))
  return {
    title: 'Statistics',
    heading: ['Measurement', 'Metric', 'Arm', 'n', 'Median', 'Mean', '95% interval of the mean', 'SD', 'CV'],
    words: 3,
    rows: rows.map(({ cell, summary }) =>
      plainRow(
        describeWork(cell),
        summary.metric,
        [cell.scenario, ...distinctionsOf(document, cell)].join(' · '),
        ...figures(cell, summary),
      ),
    ),
    remarks: [
      'Interval: Student’s t (the source took 1.96 standard errors). SD: sample standard deviation. CV: SD ÷ mean.',
      'A sample of many values (requests, containers) counts once, as their mean: they are not independent.',
    ],
  }
}

function rank({ workload }: Cell): number {
  const at = MEASUREMENTS.indexOf(workload)
  return at === -1 ? MEASUREMENTS.length : at
}

function figures(cell: Cell, summary: CellSummary): string[] {
  const { n, median, mean, meanInterval, standardDeviation, coefficientOfVariation, unit } = summary
  if (mean === null) return ['0', describeAbsence(cell, summary.metric), '', '', '', '']
  const amount = (value: number | null) => (value === null ? '' : formatAmount(value, unit))
  return [
    String(n ?? ''),
    amount(median),
    amount(mean),
    meanInterval === null ? '' : `± ${amount(meanInterval[1] - mean)}`,
    amount(standardDeviation),
    coefficientOfVariation === null ? '' : `${(100 * coefficientOfVariation).toFixed(1)}%`,
  ]
}
