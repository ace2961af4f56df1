/**
 * A chart with one row per benchmark, independent of its output. A run's page draws it as wide as the screen
 * (`responsive-chart.ts`); a stand-alone chart has a fixed size (`stand-alone.ts`). In both, Vega places the marks.
 */
export interface RowChart {
  rows: RowText[]
  axis: { title: string; minimum: number; maximum: number }
  /**
   * Vega-Lite layers over the named `data`, with the fields `x` (and `x2`) in the unit of the axis and `row`, counted
   * from the top. All charts of a kind must share one object, because the compiled spec is cached by it.
   */
  layers: RowLayer[]
  data: Record<string, RowDatum[]>
}

export interface RowText {
  /** The label of the row. */
  label: string
  /** The conclusion, shown at the end of the row. */
  text: string
  /** A row without marks: a heading for the rows below it. */
  heading?: true
}

export interface RowLayer {
  name: string
  data: { name: string }
  mark: object
  encoding: Record<string, object>
}

/** `className` is the class of the mark on a page; it sets the colour that `color` names. */
export type RowDatum = { row: number; color?: string; className?: string; [field: string]: unknown }

/** The height of the marks within a row, as a share from the top: the label may stand above them. */
export const MIDDLE = 0.65

/** The values of a field are used directly, without a scale. */
export const UNSCALED = { type: 'nominal', scale: null } as const

/** The layer of the reference line, over the whole height. */
export const LOAD_LINE: RowLayer = {
  name: 'line',
  data: { name: 'line' },
  mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25, strokeDash: [2, 3] },
  encoding: { x: { field: 'x' }, y: { field: 'row' }, y2: { field: 'end' } },
}
