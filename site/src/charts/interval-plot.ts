import { LOAD_LINE, MIDDLE, type RowChart, type RowLayer, UNSCALED } from './row-chart.ts'

/** One row of an interval plot: an estimate with its interval. Amounts are in the unit of the plot's axis. */
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
  /** The colour in CSS, and the class that sets it on a page. */
  color: string
  className: string
  shape: Shape
  hollow: boolean
}

export type Shape = 'triangle-up' | 'triangle-down' | 'circle' | 'square' | 'diamond'

export interface IntervalPlot {
  rows: (IntervalRow | IntervalHeading)[]
  axisTitle: string
  /** The limits of a band that is drawn behind all rows; null for a plot without a band. */
  band: [number, number] | null
  /** The position of the reference line on the axis. */
  line: number
}

/** Draws estimates with their intervals, one row each, and a reference line. */
export function intervalChart({ rows, axisTitle, band, line }: IntervalPlot): RowChart {
  const markedRows = rows.flatMap((row, index) => ('heading' in row ? [] : [{ ...row, row: index + MIDDLE }]))
  const ends = [
    line,
    ...(band ?? []),
    ...markedRows.flatMap(({ estimate, interval }) => [estimate, ...(interval ?? [])]),
  ]
  const end = rows.length
  return {
    rows: rows.map((row) =>
      'heading' in row ? { label: row.heading, text: '', heading: true } : { label: row.label, text: row.text },
    ),
    axis: { title: axisTitle, minimum: Math.min(...ends), maximum: Math.max(...ends) },
    layers: LAYERS,
    data: {
      band: band === null ? [] : [{ x: band[0], x2: band[1], row: 0, end }],
      line: [{ x: line, row: 0, end }],
      intervals: markedRows.flatMap(({ label, row, interval, mark: { color, className } }) =>
        interval === null ? [] : { benchmark: label, x: interval[0], x2: interval[1], row, color, className },
      ),
      estimates: markedRows.map(({ label, row, estimate, text, mark: { color, className, shape, hollow } }) => ({
        benchmark: label,
        x: estimate,
        row,
        text,
        shape,
        color,
        fill: hollow ? 'var(--paper)' : color,
        className,
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
  LOAD_LINE,
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
