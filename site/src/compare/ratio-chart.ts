import { type ComparedCost, ratioText } from '@plimsoll/schema/compare'
import { type IntervalRow, intervalChart, type Mark } from '../page-parts/charts/interval-chart.ts'
import { LENGTH, ROW } from '../page-parts/charts/position.ts'
import type { PlacedChart } from '../page-parts/charts/responsive-chart.tsx'
import { shorten } from '../page-parts/charts/row-chart.ts'
import type { Direction } from './direction.ts'
import { positionOnAxis, ratioAxis } from './ratio-axis.ts'

/** The cost of a benchmark with its interval. It is one row of the chart. */
export interface RatioRow {
  cost: ComparedCost
  direction: Direction
  /** Whether the cost may be wrong, so that it has no colour. */
  isDoubtful: boolean
  /** The direction in words. */
  text: string
  work: string
  /** The scenario and the engine as text. */
  place: string
}

/** The colour and the shape of each direction, the same as those of verdicts. */
const MARKS: Record<Direction, Mark> = {
  worse: { color: 'slower', shape: 'triangle-up', hollow: false },
  better: { color: 'faster', shape: 'triangle-down', hollow: false },
  unclear: { color: 'muted', shape: 'circle', hollow: true },
}

/** The number of characters of a workload that fit above the marks on a narrow screen. */
const MAX_WORK = 48

/**
 * Returns a chart of the costs of B relative to A with their intervals on a logarithmic axis, with the reference line
 * at 1. The browser needs no chart library for it: marks are placed here instead of by Vega.
 * @param longer what B does, or did, right of the line
 * @param generated the mark of figures that a program made up; null for measured figures
 */
export function ratioChart(rows: readonly RatioRow[], longer: string, generated: string | null): PlacedChart {
  const axis = ratioAxis(rows.flatMap(({ cost: { value, interval } }) => [value, ...(interval ?? [])]))
  const at = (ratio: unknown) => LENGTH * positionOnAxis(axis, Number(ratio))
  const intervals = intervalChart({
    axisTitle: `cost of B ÷ A, logarithmic (right: B ${longer})`,
    band: null,
    line: 1,
    rows: rows.map(toRow),
  })
  const chart = {
    ...intervals,
    rows: rows.map((row) => ({ label: shorten(row.work, MAX_WORK), detail: row.place, text: textOf(row) })),
  }
  const ticks = axis.ticks.map((tick) => ({ at: at(tick), label: String(tick) }))
  // A narrow screen shows every second tick from the first. A tick without a label makes it show the one at 1.
  const isHidden = axis.ticks.indexOf(1) % 2 === 1
  return {
    id: 'ratios',
    title: ['Cost of B ÷ cost of A of the benchmarks of both runs', generated].filter(Boolean).join('; '),
    description: describe(rows),
    chart,
    positioned: {
      marks: Object.fromEntries(
        Object.entries(chart.data).map(([name, data]) => [
          name,
          data.map((datum) => ({
            x: at(datum.x),
            x2: at(datum.x2 ?? datum.x),
            y: datum.row * ROW,
            y2: Number(datum.end ?? datum.row) * ROW,
            datum,
          })),
        ]),
      ),
      ticks: isHidden ? [{ at: at(1), label: '' }, ...ticks] : ticks,
    },
  }
}

/** Returns the cost and, if the interval tells, the direction in words. */
function textOf({ cost, direction, text }: RatioRow): string {
  return direction === 'unclear' ? ratioText(cost.value) : `${ratioText(cost.value)} ${text}`
}

function toRow(row: RatioRow): IntervalRow {
  const { work, cost, direction, isDoubtful } = row
  const mark: Mark = isDoubtful ? { ...MARKS[direction], color: 'muted', hollow: true } : MARKS[direction]
  return { label: work, estimate: cost.value, interval: cost.interval, mark, text: textOf(row) }
}

function describe(rows: readonly RatioRow[]): string {
  const parts = rows.map((row) => {
    const { interval } = row.cost
    const between = interval === null ? '' : `, interval ${interval.map(short).join(' to ')}`
    return `${row.work} · ${row.place}: ${textOf(row)}${between}`
  })
  return `${parts.join('; ')}. The table has the figures.`
}

function short(ratio: number): string {
  return String(Number(ratio.toPrecision(4)))
}
