import { frame, type Layout } from './frame.ts'
import { endOfRow, startOfRow } from './layers.ts'
import { type TextAlternative, toSvg } from './svg.ts'

/** One row of a chart that shows every sample as a dot. Amounts are in the unit of the chart's axis. */
export interface ValueRow {
  label: string
  /** The colour of the row, in CSS. */
  color: string
  values: number[]
  /** The values of warm-ups, which are drawn hollow. */
  warmups: number[]
  median: number | null
  /** The median with its unit, shown at the end of the row. */
  text: string
}

const STEP = { wide: 34, narrow: 50 }
/** The number of pixels from the bottom of a row to its middle. */
const MIDDLE = { wide: 17, narrow: 15 }
/** The number of pixels over which the dots of a row are spread. The first sample is on top. */
const SPREAD = 14

/** Draws every sample as a dot, one row per benchmark, with a stroke at the median. */
export async function drawValues(
  { rows, axisTitle }: { rows: ValueRow[]; axisTitle: string },
  layout: Layout,
  alternative: TextAlternative,
): Promise<string> {
  const step = STEP[layout]
  const positioned = rows.map((row, index) => ({ ...row, y: (index + 1) * step - MIDDLE[layout] }))
  const dots = positioned.flatMap(dotsOfRow)
  const unscaled = (field: string) => ({ field, scale: null })
  const spec = frame({
    layout,
    height: rows.length * step,
    maximum: Math.max(0, ...dots.map(({ value }) => value)),
    axisTitle,
    layers: [
      {
        data: { values: dots },
        mark: { type: 'point', size: 34, strokeWidth: 1.2, fillOpacity: 0.5 },
        encoding: { x: { field: 'value' }, y: { field: 'y' }, fill: unscaled('fill'), stroke: unscaled('stroke') },
      },
      {
        data: { values: positioned.flatMap(({ median, y, color }) => (median === null ? [] : { median, y, color })) },
        mark: { type: 'tick', orient: 'vertical', size: 24, thickness: 2.5 },
        encoding: { x: { field: 'median' }, y: { field: 'y' }, color: unscaled('color') },
      },
      ...startOfRow(
        layout,
        positioned.map(({ label, y }) => ({ text: label, y })),
      ),
      ...endOfRow(
        layout,
        positioned.map(({ text, y }) => ({ text, y })),
      ),
    ],
  })
  return toSvg(spec, alternative)
}

function dotsOfRow({ values, warmups, color, y }: ValueRow & { y: number }): {
  value: number
  y: number
  fill: string
  stroke: string
}[] {
  const all = [
    ...warmups.map((value) => ({ value, fill: 'none', stroke: color })),
    ...values.map((value) => ({ value, fill: color, stroke: color })),
  ]
  const last = Math.max(1, all.length - 1)
  return all.map((dot, index) => ({ ...dot, y: y + (index / last - 0.5) * SPREAD }))
}
