import {
  headingRow,
  inColor,
  MIDDLE,
  REFERENCE_LINE,
  type RowChart,
  type RowLayer,
  referenceLine,
  shorten,
  UNSCALED,
} from './row-chart.ts'

/** One row of a chart of intervals: an estimate with its interval. Amounts are in the unit of the chart's axis. */
export interface IntervalRow {
  label: string
  estimate: number
  /** The ends of the interval; null if there are too few values for an interval. */
  interval: [number, number] | null
  mark: Mark
  /** The conclusion of the row in a word, shown at its end. */
  text: string
}

/** A row without marks. It is a heading for the rows below it. */
export interface IntervalHeading {
  heading: string
}

/**
 * The colour and the shape of a row's mark. The shape has the same meaning as the colour, for readers who cannot see
 * colours.
 */
export interface Mark {
  /** The name of the colour: a class of `charts.css`, and a CSS variable. */
  color: string
  shape: Shape
  hollow: boolean
}

export type Shape = 'triangle-up' | 'triangle-down' | 'circle' | 'square' | 'diamond'

export interface IntervalChart {
  rows: (IntervalRow | IntervalHeading)[]
  axisTitle: string
  /** The limits of a band that is drawn behind all rows; null for a plot without a band. */
  band: [number, number] | null
  /** The position of the reference line on the axis; null for a chart without one. */
  line: number | null
}

/** Draws estimates with their intervals, one row each, and a reference line. */
export function intervalChart({ rows, axisTitle, band, line }: IntervalChart): RowChart {
  const markedRows = rows.flatMap((row, index) => ('heading' in row ? [] : [{ ...row, row: index + MIDDLE }]))
  const ends = [
    ...(line === null ? [] : [line]),
    ...(band ?? []),
    ...markedRows.flatMap(({ estimate, interval }) => [estimate, ...(interval ?? [])]),
  ]
  const end = rows.length
  return {
    rows: rows.map((row) =>
      'heading' in row ? headingRow(row.heading) : { label: shorten(row.label), text: row.text },
    ),
    axis: { title: axisTitle, minimum: Math.min(...ends), maximum: Math.max(...ends) },
    layers: LAYERS,
    data: {
      band: band === null ? [] : [{ x: band[0], x2: band[1], row: 0, end }],
      line: referenceLine(line, end),
      intervals: markedRows.flatMap(({ label, row, interval, mark: { color } }) =>
        interval === null ? [] : { benchmark: label, x: interval[0], x2: interval[1], row, ...inColor(color) },
      ),
      estimates: markedRows.map(({ label, row, estimate, text, mark: { color, shape, hollow } }) => ({
        benchmark: label,
        x: estimate,
        row,
        text,
        shape,
        ...inColor(color),
        fill: inColor(hollow ? 'paper' : color).color,
      })),
    },
  }
}

const LAYERS: RowLayer[] = [
  {
    name: 'band',
    data: { name: 'band' },
    mark: { type: 'rect', color: 'var(--rule)', opacity: 0.6 },
    encoding: { x: { field: 'x' }, x2: { field: 'x2' }, y: { field: 'row' }, y2: { field: 'end' } },
  },
  REFERENCE_LINE,
  {
    name: 'intervals',
    data: { name: 'intervals' },
    mark: { type: 'rule', strokeWidth: 2.5 },
    encoding: {
      x: { field: 'x' },
      x2: { field: 'x2' },
      y: { field: 'row' },
      color: { field: 'color', ...UNSCALED },
    },
  },
  {
    name: 'estimates',
    data: { name: 'estimates' },
    mark: { type: 'point', size: 80, strokeWidth: 2, opacity: 1 },
    encoding: {
      x: { field: 'x' },
      y: { field: 'row' },
      shape: { field: 'shape', ...UNSCALED },
      fill: { field: 'fill', ...UNSCALED },
      stroke: { field: 'color', ...UNSCALED },
    },
  },
]
