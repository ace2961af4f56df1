import type { RowDatum } from './row-chart.ts'

/**
 * The length of the axis (`LENGTH`) and the height of a row (`ROW`), in the whole-number units of positions. One unit
 * is about half a pixel on the widest screen.
 */
export const LENGTH = 1000
export const ROW = 100

/** A mark with its position. A line has two ends, an area two corners, a dot one point. */
export interface PositionedMark {
  x: number
  y: number
  x2: number
  y2: number
  datum: RowDatum
}

/** The positions of a chart's marks on an axis of `LENGTH` and in rows of `ROW`. */
export interface PositionedChart {
  /** The marks of each layer, by the layer's name, in the order of its data. */
  marks: Record<string, PositionedMark[]>
  ticks: { at: number; label: string }[]
}
