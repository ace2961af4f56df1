/**
 * A chart with one row per benchmark, independent of its output. A run's page draws it as wide as the screen
 * (`responsive-chart.ts`); a stand-alone chart has a fixed size (`stand-alone.ts`). In both, Vega places the marks.
 */
export interface RowChart {
  rows: RowText[]
  axis: { title: string; minimum: number; maximum: number }
  /**
   * The Vega-Lite layers, which draw the named `data`. The fields `x` and `x2` are in the unit of the axis; `row` is
   * counted from the top. All charts of a kind must share one object, because the compiled spec is cached by this
   * object.
   */
  layers: RowLayer[]
  data: Record<string, RowDatum[]>
}

export interface RowText {
  /** The label of the row. */
  label: string
  /** The conclusion of the row, shown at its end. */
  text: string
  /** Set for a row without marks, which is a heading for the rows below it. */
  heading?: true
}

export interface RowLayer {
  name: string
  data: { name: string }
  mark: object
  encoding: Record<string, object>
}

/** The data of a mark. `className` is the mark's class on a page; this class sets the colour that `color` names. */
export type RowDatum = { row: number; color?: string; className?: string; [field: string]: unknown }

/**
 * The vertical position of the marks within a row, as a share of the row's height from the top. The row's label may
 * stand above the marks.
 */
export const MIDDLE = 0.65

/** An encoding without a scale: the values of a field are used directly. */
export const UNSCALED = { type: 'nominal', scale: null } as const

/** The layer of the load line (the reference line), which runs over the whole height. */
export const LOAD_LINE: RowLayer = {
  name: 'line',
  data: { name: 'line' },
  mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25, strokeDash: [2, 3] },
  encoding: { x: { field: 'x' }, y: { field: 'row' }, y2: { field: 'end' } },
}
