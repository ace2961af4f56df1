import { frame, type Layout } from './frame.ts'
import { endOfRow, startOfRow, verticalLine } from './layers.ts'
import { type TextAlternative, toSvg } from './svg.ts'

/** One row of a chart of box plots. Amounts are in the unit of the chart's axis. */
export interface BoxRow {
  label: string
  /** The colour of the row, in CSS. */
  color: string
  values: number[]
  median: number
  quartiles: [number, number]
  /** The median with its unit, shown at the end of the row. */
  text: string
}

export interface BoxChart {
  rows: BoxRow[]
  axisTitle: string
  /** The position of a line through all rows, for example a requested value. */
  target: number | null
}

const STEP = { wide: 34, narrow: 50 }
/** The number of pixels from the bottom of a row to its middle. */
const MIDDLE = { wide: 17, narrow: 15 }
const BOX = 16
/**
 * The maximum length of whiskers, in interquartile ranges. A whisker ends at the last value within this length of the
 * box (Tukey 1977).
 */
const REACH = 1.5

/** Draws box plots, one per row: quartiles, median, whiskers, and every value beyond the whiskers as a dot. */
export async function drawBoxes(chart: BoxChart, layout: Layout, alternative: TextAlternative): Promise<string> {
  const step = STEP[layout]
  const height = chart.rows.length * step
  const rows = chart.rows.map((row, index) => ({ ...row, y: (index + 1) * step - MIDDLE[layout], ...whiskers(row) }))
  const color = { field: 'color', scale: null }
  const spec = frame({
    layout,
    height,
    maximum: Math.max(0, ...rows.flatMap(({ values }) => values)),
    axisTitle: chart.axisTitle,
    layers: [
      ...(chart.target === null ? [] : [verticalLine(chart.target, lineSpans(rows, layout, height))]),
      {
        data: { values: rows.map(({ from, to, y, color }) => ({ from, to, y, color })) },
        mark: { type: 'rule', strokeWidth: 1.5 },
        encoding: { x: { field: 'from' }, x2: { field: 'to' }, y: { field: 'y' }, color },
      },
      {
        data: { values: rows.map(({ quartiles: [low, high], y, color }) => ({ low, high, y, color })) },
        mark: { type: 'rule', strokeWidth: BOX, opacity: 0.45 },
        encoding: { x: { field: 'low' }, x2: { field: 'high' }, y: { field: 'y' }, color },
      },
      {
        data: { values: rows.map(({ median, y, color }) => ({ median, y, color })) },
        mark: { type: 'tick', orient: 'vertical', size: BOX + 6, thickness: 2.5 },
        encoding: { x: { field: 'median' }, y: { field: 'y' }, color },
      },
      {
        data: { values: rows.flatMap(({ beyond, y, color }) => beyond.map((value) => ({ value, y, color }))) },
        mark: { type: 'point', size: 30, strokeWidth: 1.2 },
        encoding: { x: { field: 'value' }, y: { field: 'y' }, color },
      },
      ...startOfRow(
        layout,
        rows.map(({ label, y }) => ({ text: label, y })),
      ),
      ...endOfRow(
        layout,
        rows.map(({ text, y }) => ({ text, y })),
      ),
    ],
  })
  return toSvg(spec, alternative)
}

/** Returns the pixel ranges of the line through all rows. On a narrow chart, the line has gaps for the labels. */
function lineSpans(rows: { y: number }[], layout: Layout, height: number): [number, number][] {
  return layout === 'wide' ? [[0, height]] : rows.map(({ y }) => [y - BOX / 2 - 4, y + MIDDLE.narrow])
}

function whiskers({ values, quartiles: [low, high] }: BoxRow): { from: number; to: number; beyond: number[] } {
  const reach = REACH * (high - low)
  const within = values.filter((value) => value >= low - reach && value <= high + reach)
  return {
    from: Math.min(low, ...within),
    to: Math.max(high, ...within),
    beyond: values.filter((value) => value < low - reach || value > high + reach),
  }
}
