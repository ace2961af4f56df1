import {
  type Check,
  type CheckedBenchmark,
  formatChange,
  formatChanges,
  formatShare,
  type Outcome,
  outcomeOf,
  verdictTitle,
} from '@plimsoll/schema'
import { type IntervalChart, type IntervalRow, intervalChart, type Mark } from '../../charts/interval-chart.ts'
import { firstRows } from '../../charts/row-chart.ts'
import { formatWork } from '../../page/titles.ts'
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
export function verdictFigure(check: Check): Figure | null {
  const estimated = inOrder(check).filter(({ slowdown, absence }) => slowdown !== null && absence === null)
  const { shown: benchmarks, remark } = firstRows(estimated, 'benchmarks')
  if (benchmarks.length === 0) return null
  return {
    id: 'change',
    title: 'Change of head against base, by benchmark',
    caption: `${caption(check)} ${remark}`.trim(),
    description: describe(check, benchmarks),
    chart: intervalChart(chartOf(check, benchmarks)),
  }
}

function chartOf({ threshold, nullPair }: Check, benchmarks: CheckedBenchmark[]): IntervalChart {
  const rows = benchmarks.map((benchmark): IntervalRow => {
    const outcome = outcomeOf(benchmark) as keyof typeof MARKS
    return {
      ...inPercent(benchmark),
      label: formatWork(benchmark.benchmark),
      mark: MARKS[outcome],
      text: verdictTitle(benchmark),
    }
  })
  const resolution = nullPair === null || nullPair.slowdown === null ? [] : [nullPair]
  return {
    axisTitle: '% slower than base (left of 0: faster)',
    band: [100 * (1 / (1 + threshold) - 1), 100 * threshold],
    line: 0,
    rows: [
      ...rows,
      ...resolution.map((pair) => ({
        ...inPercent(pair),
        label: 'base against itself',
        mark: NULL_PAIR,
        text: 'null pair',
      })),
    ],
  }
}

function inPercent({ slowdown, interval }: Pick<CheckedBenchmark, 'slowdown' | 'interval'>) {
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

function describe({ threshold, nullPair }: Check, benchmarks: CheckedBenchmark[]): string {
  const rows = benchmarks.map(
    (benchmark) => `${formatWork(benchmark.benchmark)}: ${change(benchmark, threshold)}, ${verdictTitle(benchmark)}`,
  )
  const resolution = nullPair === null || nullPair.slowdown === null ? [] : [`base against itself: ${change(nullPair)}`]
  return `${[...rows, ...resolution].join('; ')}. The table has the figures.`
}

function change({ slowdown, interval }: Pick<CheckedBenchmark, 'slowdown' | 'interval'>, threshold?: number): string {
  const ends = interval === null ? '' : `, interval ${formatChanges(interval.ends, threshold)}`
  return `${formatChange(slowdown ?? 0, threshold)}${ends}`
}
