import { frame, type Layout } from './frame.ts'
import { endOfRow, startOfRow, verticalLine } from './layers.ts'
import { type TextAlternative, toSvg } from './svg.ts'

/** One row of a dot plot: one cell. Amounts are in the unit of the plot's axis. */
export interface DotRow {
  label: string
  /** A CSS colour. */
  color: string
  dots: Dot[]
  median: number | null
  /** The median with its unit, shown at the end of the row. */
  medianText: string
}

export interface Dot {
  value: number
  round: number
  warmup: boolean
}

export interface DotPlot {
  rows: DotRow[]
  axisTitle: string
  /** Where the load line is: the median everything is compared with. */
  reference: number | null
}

const STEP = { wide: 34, narrow: 50 }
/** Pixels from the bottom of a row to its middle. */
const MIDDLE = { wide: 17, narrow: 15 }
/** The dots of a row are spread over this many pixels, first round on top, so that drift within a run shows. */
const SPREAD = 14

/** Every sample as a dot: one row a cell, warm-ups hollow, a stroke at the median, a line at the reference. */
export async function drawDotPlot(plot: DotPlot, layout: Layout, alternative: TextAlternative): Promise<string> {
  const step = STEP[layout]
  const height = plot.rows.length * step
  const rows = plot.rows.map((row, index) => ({ ...row, y: (index + 1) * step - MIDDLE[layout] }))
  const dots = rows.flatMap(dotsOfRow)
  const medians = rows.flatMap(({ median, y, color }) => (median === null ? [] : { median, y, color }))
  const spec = frame({
    layout,
    height,
    maximum: Math.max(0, ...dots.map(({ value }) => value)),
    axisTitle: plot.axisTitle,
    layers: [
      ...(plot.reference === null ? [] : [verticalLine(plot.reference, height)]),
      {
        data: { values: dots },
        mark: { type: 'point', size: 34, strokeWidth: 1.2, fillOpacity: 0.5 },
        encoding: {
          x: { field: 'value' },
          y: { field: 'y' },
          fill: { field: 'fill', scale: null },
          stroke: { field: 'stroke', scale: null },
        },
      },
      {
        data: { values: medians },
        mark: { type: 'tick', orient: 'vertical', size: 24, thickness: 2.5 },
        encoding: { x: { field: 'median' }, y: { field: 'y' }, color: { field: 'color', scale: null } },
      },
      ...startOfRow(
        layout,
        rows.map(({ label, y }) => ({ text: label, y })),
      ),
      ...endOfRow(
        layout,
        rows.map(({ medianText, y }) => ({ text: medianText, y })),
      ),
    ],
  })
  return toSvg(spec, alternative)
}

function dotsOfRow({
  dots,
  color,
  y,
}: DotRow & { y: number }): { value: number; y: number; fill: string; stroke: string }[] {
  const lastRound = Math.max(1, ...dots.map(({ round }) => round))
  return dots.map(({ value, round, warmup }) => ({
    value,
    y: y + (round / lastRound - 0.5) * SPREAD,
    fill: warmup ? 'none' : color,
    stroke: color,
  }))
}
