/**
 * A chart with one row per benchmark, ratio or step, independent of its output. A page draws it as wide as the screen
 * (`responsive-chart.tsx`); a stand-alone chart has a fixed size (`stand-alone.ts`); so has a preview image. In all of
 * them, Vega places the marks.
 */
export interface RowChart {
  rows: RowText[]
  axis: { title: string; minimum: number; maximum: number }
  /**
   * The Vega-Lite layers, which draw the named `data`, from back to front. The fields `x` and `x2` are in the unit of
   * the axis; `row` is counted from the top. All charts of a kind must share one object, because the compiled spec is
   * cached by this object.
   */
  layers: RowLayer[]
  data: Record<string, RowDatum[]>
  /** More data for the readers of the spec, which no layer draws. */
  undrawn?: Record<string, RowDatum[]>
  /** Whether the rows are low, as bars are. */
  isCompact?: boolean
  /** Whether the labels of low rows are short, so that they stay beside the marks on a narrow screen. */
  hasShortLabels?: boolean
}

export interface RowText {
  /** The label of the row, short enough for a line. */
  label: string
  /** The rest of a long label, on a line of its own. */
  detail?: string
  /** The conclusion of the row, shown at its end. */
  text: string
  /** Set for a row without marks, which is a heading for the rows below it. */
  heading?: true
}

export interface RowLayer {
  name: string
  data: { name: string }
  /** A mark of the type `point` with a `shape` keeps its shape on every screen; one without is a dot. */
  mark: { type: 'rect' | 'rule' | 'tick' | 'point'; [property: string]: unknown }
  encoding: Record<string, object>
}

/** The data of a mark. `className` is the mark's class on a page; this class sets the colour that `color` names. */
export type RowDatum = { row: number; color?: string; fill?: string; className?: string; [field: string]: unknown }

/**
 * The vertical position of the marks within a row, as a share of the row's height from the top. The row's label may
 * stand above the marks.
 */
export const MIDDLE = 0.65

/** An encoding without a scale: the values of a field are used directly. */
export const UNSCALED = { type: 'nominal', scale: null } as const

/** The layer of the reference line, which runs over the whole height. */
export const REFERENCE_LINE: RowLayer = {
  name: 'line',
  data: { name: 'line' },
  mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25, strokeDash: [2, 3] },
  encoding: { x: { field: 'x' }, y: { field: 'row' }, y2: { field: 'end' } },
}

/** The data of the reference line; null for a chart without one. */
export function referenceLine(x: number | null, rows: number): RowDatum[] {
  return x === null ? [] : [{ x, row: 0, end: rows }]
}

/** Returns the colour of a mark as the fields of its datum. @param color the name of a class of `charts.css` */
export function inColor(color: string): { color: string; className: string } {
  return { color: `var(--${color})`, className: color }
}

/**
 * Returns the name of a scenario's colour, which is the same in every chart. Scenarios without a colour of their own
 * share one.
 */
export function scenarioColor(scenario: string): string {
  return COLORED.includes(scenario) ? scenario : 'other'
}

const COLORED = ['native', 'layer', 'volume', 'bind-volume', 'bind']

/** The maximum number of rows of a readable chart. A table or a document has all of them. */
const MAX_ROWS = 60

/**
 * Returns the rows that fit a chart.
 * @param noun what the rows are, in the plural, for example `benchmarks`
 * @returns `remark` says how many are missing; it is empty if none is
 */
export function firstRows<Row>(rows: readonly Row[], noun: string): { shown: Row[]; remark: string } {
  const shown = rows.slice(0, MAX_ROWS)
  return { shown, remark: shown.length < rows.length ? `The first ${shown.length} of ${rows.length} ${noun}.` : '' }
}

/** The number of characters of a label that fit beside a chart, or above its marks on a narrow screen. */
export const MAX_LENGTH = 34
/** The number of characters of a heading that fit above a chart. */
const MAX_HEADING = 90

/** Returns a heading as a row. */
export function headingRow(text: string): RowText {
  return { label: shorten(text, MAX_HEADING), text: '', heading: true }
}

/** What a distribution adds to a version, as in `20.10.24+dfsg1-1`. */
const BUILD_SUFFIX = /(\d)\+[\w.~-]+/g

/** Removes the build suffixes of versions from names, such as `+dfsg1`, unless two names differ in nothing else. */
export function withoutBuildSuffixes(names: readonly string[]): Map<string, string> {
  const brief = new Map(names.map((name) => [name, name.replaceAll(BUILD_SUFFIX, '$1')]))
  return new Set(brief.values()).size === brief.size ? brief : new Map(names.map((name) => [name, name]))
}

/**
 * Shortens a long label: first leaves out the build suffixes of versions, then shortens it in the middle, because
 * benchmarks of one workload differ at the end of their names.
 * @param maximum the maximum number of characters, 3 or more
 */
export function shorten(label: string, maximum: number = MAX_LENGTH): string {
  const text = label.length > maximum ? label.replaceAll(BUILD_SUFFIX, '$1') : label
  const half = Math.floor((maximum - 1) / 2)
  return text.length > maximum ? `${text.slice(0, half)}…${text.slice(-half)}` : text
}
