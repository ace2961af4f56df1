import { type IntervalRow, intervalChart } from '../charts/interval-chart.ts'
import { LENGTH, ROW } from '../charts/position.ts'
import type { PlacedChart } from '../charts/responsive-chart.tsx'
import { scenarioColor, shorten } from '../charts/row-chart.ts'
import { positionOnAxis, ratioAxis } from './ratio-axis.ts'

/** A ratio with its interval. It is one row of the chart. */
export interface RatioRow {
  work: string
  /** The scenario and the engine as text, which is never shortened. */
  place: string
  /** The scenario. It sets the colour, which is the same in every chart. */
  scenario: string
  /** The ratio, above 0. */
  ratio: number
  interval: [number, number] | null
  /** The ratio as text, shown at the end of the row. */
  text: string
}

/** The number of characters of a row's label, and the least number of those that are the workload's name. */
const LABEL = { longest: 40, leastOfName: 8 }

/**
 * Returns a chart of ratios B ÷ A with their intervals on a logarithmic axis, with the reference line
 * at 1. The browser needs no chart library for it: marks are placed here instead of by Vega.
 */
export function ratioChart(rows: readonly RatioRow[]): PlacedChart {
  const axis = ratioAxis(rows.flatMap(({ ratio, interval }) => [ratio, ...(interval ?? [])]))
  const at = (ratio: unknown) => LENGTH * positionOnAxis(axis, Number(ratio))
  const intervals = intervalChart({ axisTitle: 'B ÷ A, logarithmic', band: null, line: 1, rows: rows.map(toRow) })
  const chart = { ...intervals, rows: rows.map((row) => ({ label: labelOf(row), text: row.text })) }
  const ticks = axis.ticks.map((tick) => ({ at: at(tick), label: String(tick) }))
  // A narrow screen shows every second tick from the first. A tick without a label makes it show the one at 1.
  const isHidden = axis.ticks.indexOf(1) % 2 === 1
  return {
    id: 'ratios',
    title: 'B ÷ A of the benchmarks of both runs',
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

function labelOf({ work, place }: RatioRow): string {
  return `${shorten(work, Math.max(LABEL.leastOfName, LABEL.longest - place.length))} · ${place}`
}

function toRow({ work, scenario, ratio, interval, text }: RatioRow): IntervalRow {
  return {
    label: work,
    estimate: ratio,
    interval,
    mark: { color: scenarioColor(scenario), shape: 'circle', hollow: false },
    text,
  }
}

function describe(rows: readonly RatioRow[]): string {
  const parts = rows.map(({ work, place, text, interval }) => {
    const between = interval === null ? '' : `, interval ${interval.map(short).join(' to ')}`
    return `${work} · ${place}: ${text}${between}`
  })
  return `${parts.join('; ')}. The table has the figures.`
}

function short(ratio: number): string {
  return String(Number(ratio.toPrecision(4)))
}
