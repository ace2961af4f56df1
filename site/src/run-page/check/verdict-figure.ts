import {
  type Check,
  type CheckedCell,
  formatChange,
  formatChanges,
  formatShare,
  type Outcome,
  outcomeOf,
  verdictTitle,
} from '@plimsoll/schema'
import { type IntervalPlot, type IntervalRow, intervalChart, type Mark } from '../../charts/interval-plot.ts'
import { wordsOfWork } from '../../page/text.ts'
import type { Figure } from '../figure.ts'
import { inOrder } from './verdict-table.ts'

/** What a chart can still show; the table has every cell. */
const MOST_ROWS = 60

const MARKS: Record<Exclude<Outcome, 'absent'>, Mark> = {
  slower: mark('slower', 'triangle-up'),
  faster: mark('faster', 'triangle-down'),
  'not slower': mark('not-slower', 'circle'),
  inconclusive: mark('inconclusive', 'circle', true),
  uncalled: mark('muted', 'square', true),
}
const NULL_PAIR = mark('ink', 'diamond', true)

function mark(className: string, shape: Mark['shape'], hollow = false): Mark {
  return { color: `var(--${className})`, className, shape, hollow }
}

/** The chart of a check: what each cell changed by, with its interval, and what equal arms differed by. */
export function verdictFigure(check: Check): Figure | null {
  const estimated = inOrder(check).filter(({ slowdown, absence }) => slowdown !== null && absence === null)
  const cells = estimated.slice(0, MOST_ROWS)
  if (cells.length === 0) return null
  const some = estimated.length > cells.length ? ` The first ${cells.length} of ${estimated.length} cells.` : ''
  return {
    id: 'change',
    title: 'Change of head against base, by cell',
    caption: `${caption(check)}${some}`,
    description: describe(check, cells),
    chart: intervalChart(intervalPlot(check, cells)),
  }
}

function intervalPlot({ threshold, nullPair }: Check, cells: CheckedCell[]): IntervalPlot {
  const rows = cells.map((cell): IntervalRow => {
    const outcome = outcomeOf(cell) as keyof typeof MARKS
    return { ...inPercent(cell), label: wordsOfWork(cell.cell), mark: MARKS[outcome], text: verdictTitle(cell) }
  })
  const resolution = nullPair === null || nullPair.slowdown === null ? [] : [nullPair]
  return {
    axisTitle: '% slower than base; left of 0, faster',
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

function inPercent({ slowdown, interval }: Pick<CheckedCell, 'slowdown' | 'interval'>) {
  const [low, high] = interval?.ends ?? []
  return {
    estimate: 100 * (slowdown ?? 0),
    interval: low === undefined || high === undefined ? null : ([100 * low, 100 * high] as [number, number]),
  }
}

function caption({ status, threshold }: Check): string {
  const interval = status === 'unfit' ? 'its interval' : 'the interval its verdict is drawn from'
  return `Each mark is the estimate for one cell, its line ${interval}, at the level the table gives. In the band are changes of less than ${formatShare(threshold)}, which are never called.`
}

function describe({ threshold, nullPair }: Check, cells: CheckedCell[]): string {
  const rows = cells.map((cell) => `${wordsOfWork(cell.cell)}: ${change(cell, threshold)}, ${verdictTitle(cell)}`)
  const resolution = nullPair === null || nullPair.slowdown === null ? [] : [`base against itself: ${change(nullPair)}`]
  return `${[...rows, ...resolution].join('; ')}. The table has the figures.`
}

function change({ slowdown, interval }: Pick<CheckedCell, 'slowdown' | 'interval'>, threshold?: number): string {
  const ends = interval === null ? '' : `, interval ${formatChanges(interval.ends, threshold)}`
  return `${formatChange(slowdown ?? 0, threshold)}${ends}`
}
