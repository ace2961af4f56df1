import { frame, type Layout } from './frame.ts'
import { endOfRow, startOfRow, verticalLine } from './layers.ts'
import { type TextAlternative, toSvg } from './svg.ts'

/** One row of an interval plot: an estimate with its interval. Amounts are in the unit of the plot's axis. */
export interface IntervalRow {
  label: string
  estimate: number
  /** null where there are too few values for one. */
  interval: [number, number] | null
  mark: Mark
  /** What the row comes to in a word, shown at its end. */
  text: string
}

/** What a row is drawn as: a colour of the page's theme, and a shape that says the same without it. */
export interface Mark {
  /** A CSS colour. */
  color: string
  shape: 'triangle-up' | 'triangle-down' | 'circle' | 'square' | 'diamond'
  hollow: boolean
}

export interface IntervalPlot {
  rows: IntervalRow[]
  axisTitle: string
  /** From and to where a band lies behind all rows; it holds 0. */
  band: [number, number]
}

const STEP = { wide: 32, narrow: 46 }
/** Pixels from the bottom of a row to its middle. */
const MIDDLE = { wide: 16, narrow: 13 }
/** Characters that have room in either layout: in the narrow one the word of a row stands on the line of its label. */
const LONGEST_LABEL = 34

/** Estimates with their intervals, one row each, about a line at 0 in a band. */
export async function drawIntervalPlot(
  plot: IntervalPlot,
  layout: Layout,
  alternative: TextAlternative,
): Promise<string> {
  const step = STEP[layout]
  const height = plot.rows.length * step
  const rows = plot.rows.map((row, index) => ({ ...row, y: (index + 1) * step - MIDDLE[layout] }))
  const ends = [...plot.band, ...rows.flatMap(({ estimate, interval }) => [estimate, ...(interval ?? [])])]
  const spec = frame({
    layout,
    height,
    minimum: Math.min(...ends),
    maximum: Math.max(...ends),
    axisTitle: plot.axisTitle,
    layers: [
      band(plot.band, height),
      verticalLine(0, height),
      {
        data: {
          values: rows.flatMap(({ interval, y, mark }) =>
            interval === null ? [] : { from: interval[0], to: interval[1], y, color: mark.color },
          ),
        },
        mark: { type: 'rule', strokeWidth: 2.5 },
        encoding: {
          x: { field: 'from' },
          x2: { field: 'to' },
          y: { field: 'y' },
          color: { field: 'color', scale: null },
        },
      },
      points(rows),
      ...startOfRow(
        layout,
        rows.map(({ label, y }) => ({ text: withoutMiddle(label), y })),
      ),
      ...endOfRow(
        layout,
        rows.map(({ text, y }) => ({ text, y })),
      ),
    ],
  })
  return toSvg(spec, alternative)
}

/** Cells of one workload differ in the end of their names. */
function withoutMiddle(text: string): string {
  const half = (LONGEST_LABEL - 2) / 2
  return text.length > LONGEST_LABEL ? `${text.slice(0, half)}…${text.slice(-half - 1)}` : text
}

function band([from, to]: [number, number], height: number): object {
  return {
    data: { values: [{ from, to, top: 0, bottom: height }] },
    mark: { type: 'rect', color: 'var(--rule)', opacity: 0.6 },
    encoding: { x: { field: 'from' }, x2: { field: 'to' }, y: { field: 'top' }, y2: { field: 'bottom' } },
  }
}

function points(rows: (IntervalRow & { y: number })[]): object {
  return {
    data: {
      values: rows.map(({ estimate, y, mark: { color, shape, hollow } }) => ({
        estimate,
        y,
        color,
        shape,
        fill: hollow ? 'var(--paper)' : color,
      })),
    },
    mark: { type: 'point', size: 80, strokeWidth: 2, opacity: 1 },
    encoding: {
      x: { field: 'estimate' },
      y: { field: 'y' },
      shape: { field: 'shape', scale: null },
      fill: { field: 'fill', scale: null },
      stroke: { field: 'color', scale: null },
    },
  }
}
