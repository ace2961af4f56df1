/**
 * A chart with one row a benchmark: what it shows, without where. A run's page draws it as wide as the screen is
 * (`fluid.ts`); drawn alone it has a size of its own (`stand-alone.ts`). Both have Vega place its marks.
 */
export interface RowChart {
  rows: RowText[]
  axis: { title: string; minimum: number; maximum: number }
  /**
   * Vega-Lite layers over the named `data`, on the fields `x` (and `x2`) in the unit of the axis and `row`, in rows from
   * the top. The same object for every chart of a kind: what it is compiled to is kept.
   */
  layers: RowLayer[]
  data: Record<string, RowDatum[]>
}

export interface RowText {
  /** What the row is. */
  label: string
  /** What it comes to, shown at its end. */
  text: string
  /** It has no marks: it says of the rows below it what they have in common. */
  heading?: true
}

export interface RowLayer {
  name: string
  data: { name: string }
  mark: object
  encoding: Record<string, object>
}

/** `className` is the class of its mark on a page, which has the colour that `color` names. */
export type RowDatum = { row: number; color?: string; className?: string; [field: string]: unknown }

/** How far down in its row a row has its marks: its label may stand above them. */
export const MIDDLE = 0.65

/** Colours that are given as they are. */
export const AS_GIVEN = { type: 'nominal', scale: null } as const

/** The layer of the line that everything is compared with, over the whole height. */
export const LOAD_LINE: RowLayer = {
  name: 'line',
  data: { name: 'line' },
  mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25, strokeDash: [2, 3] },
  encoding: { x: { field: 'x' }, y: { field: 'row' }, y2: { field: 'end' } },
}
