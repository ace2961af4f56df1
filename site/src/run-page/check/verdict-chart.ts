import {
  benchmarkOutcome,
  type Check,
  type CheckedBenchmark,
  formatChange,
  formatChanges,
  formatShare,
  type Outcome,
  verdictTitle,
} from '@plimsoll/schema'
import { type IntervalRow, intervalChart, type Mark } from '../../page-parts/charts/interval-chart.ts'
import { firstRows } from '../../page-parts/charts/row-chart.ts'
import { formatWork } from '../../page-parts/titles.ts'
import type { Figure } from '../figure.tsx'
import { inOrder } from './variants.ts'

const MARKS: Record<Exclude<Outcome, 'absent'>, Mark> = {
  slower: mark('slower', 'triangle-up'),
  faster: mark('faster', 'triangle-down'),
  'not slower': mark('not-slower', 'circle'),
  inconclusive: mark('inconclusive', 'circle', true),
  unreported: mark('muted', 'square', true),
}
const NULL_PAIR = mark('ink', 'diamond', true)

function mark(color: string, shape: Mark['shape'], hollow = false): Mark {
  return { color, shape, hollow }
}

/**
 * Returns the chart of a check: the change of each benchmark with its interval, and the difference between equal
 * variants. Returns null if no benchmark has an estimate.
 */
export function verdictChart(check: Check): Figure | null {
  const { threshold, nullPair } = check
  const estimated = inOrder(check).filter(({ slowdown, absence }) => slowdown !== null && absence === null)
  const rows = estimated.map((benchmark) => rowOf(benchmark, threshold))
  const resolution = nullPair === null || nullPair.slowdown === null ? [] : [nullPairRow(nullPair)]
  const { shown, remark } = firstRows(rows, 'benchmarks')
  if (shown.length === 0) return null
  const drawn = [...shown, ...resolution]
  return {
    id: 'change',
    title: 'Change of head against base, by benchmark',
    caption: `${caption(check)} ${remark}`.trim(),
    description: `${drawn.map(({ description }) => description).join('; ')}. The table has the figures.`,
    chart: intervalChart({
      axisTitle: '% slower than base (left of 0: faster)',
      band: [100 * (1 / (1 + threshold) - 1), 100 * threshold],
      line: 0,
      rows: drawn,
    }),
  }
}

/** A row of the chart. */
interface VerdictRow extends IntervalRow {
  /** The row as text, for readers who do not see the chart. */
  description: string
}

function rowOf(benchmark: CheckedBenchmark, threshold: number): VerdictRow {
  const [label, text] = [formatWork(benchmark.benchmark), verdictTitle(benchmark)]
  return {
    ...inPercent(benchmark),
    label,
    mark: MARKS[benchmarkOutcome(benchmark) as keyof typeof MARKS],
    text,
    description: `${label}: ${change(benchmark, threshold)}, ${text}`,
  }
}

function nullPairRow(pair: Estimated): VerdictRow {
  return {
    ...inPercent(pair),
    label: 'base against itself',
    mark: NULL_PAIR,
    text: 'null pair',
    description: `base against itself: ${change(pair)}`,
  }
}

type Estimated = Pick<CheckedBenchmark, 'slowdown' | 'interval'>

function inPercent({ slowdown, interval }: Estimated) {
  const [low, high] = interval?.ends ?? []
  return {
    estimate: 100 * (slowdown ?? 0),
    interval: low === undefined || high === undefined ? null : ([100 * low, 100 * high] as [number, number]),
  }
}

function caption({ status, threshold }: Check): string {
  const interval = status === 'unreliable' ? 'is the interval' : 'is the interval that the verdict is based on'
  return `Each mark is the estimated change of one benchmark. The line through the mark ${interval}; the table gives the level of this interval. The shaded band contains the changes of less than ${formatShare(threshold)}, which are never reported.`
}

function change({ slowdown, interval }: Estimated, threshold?: number): string {
  const ends = interval === null ? '' : `, interval ${formatChanges(interval.ends, threshold)}`
  return `${formatChange(slowdown ?? 0, threshold)}${ends}`
}
