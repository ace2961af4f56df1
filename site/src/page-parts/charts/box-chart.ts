import {
  inColor,
  MIDDLE,
  REFERENCE_LINE,
  type RowChart,
  type RowLayer,
  referenceLine,
  shorten,
  UNSCALED,
} from './row-chart.ts'

/** One row of a chart of box plots. Amounts are in the unit of the chart's axis. */
export interface BoxRow {
  label: string
  scenario: string
  /** The name of the row's colour: a class of `charts.css`, and a CSS variable. */
  color: string
  values: number[]
  median: number
  quartiles: [number, number]
  /** The median with its unit, shown at the end of the row. */
  text: string
}

export interface BoxChart {
  rows: BoxRow[]
  axisTitle: string
  /** The position of a line through all rows, for example a requested value; null for none. */
  target: number | null
}

/**
 * The maximum length of whiskers, in interquartile ranges. A whisker ends at the last value within this length of the
 * box (Tukey 1977).
 */
const REACH = 1.5

/**
 * Draws box plots, one per row: quartiles, median, whiskers, and every value beyond the whiskers as a dot. It does not
 * use Vega-Lite's `boxplot`, so that the quartiles are those of the table.
 */
export function boxChart({ rows, axisTitle, target }: BoxChart): RowChart {
  const boxes = rows.map((row, index) => {
    const { label, scenario, color } = row
    return { ...row, ...whiskers(row), common: { benchmark: label, scenario, row: index + MIDDLE, ...inColor(color) } }
  })
  return {
    rows: rows.map(({ label, text }) => ({ label: shorten(label), text })),
    axis: { title: axisTitle, minimum: 0, maximum: Math.max(target ?? 0, ...rows.flatMap(({ values }) => values)) },
    layers: LAYERS,
    data: {
      line: referenceLine(target, rows.length),
      whiskers: boxes.map(({ common, from, to }) => ({ ...common, x: from, x2: to })),
      boxes: boxes.map(({ common, quartiles: [x, x2] }) => ({ ...common, x, x2 })),
      beyond: boxes.flatMap(({ common, beyond }) => beyond.map((x) => ({ ...common, x }))),
      medians: boxes.map(({ common, median }) => ({ ...common, x: median })),
    },
    undrawn: {
      values: boxes.flatMap(({ common: { color, className, ...common }, values }) =>
        values.map((x, index) => ({ ...common, x, sample: index + 1 })),
      ),
    },
  }
}

function whiskers({ values, quartiles: [low, high] }: BoxRow): { from: number; to: number; beyond: number[] } {
  const reach = REACH * (high - low)
  const within = values.filter((value) => value >= low - reach && value <= high + reach)
  return {
    from: Math.min(low, ...within),
    to: Math.max(high, ...within),
    beyond: values.filter((value) => value < low - reach || value > high + reach),
  }
}

const COLOR = { field: 'color', ...UNSCALED }
const ACROSS = { x: { field: 'x' }, x2: { field: 'x2' }, y: { field: 'row' }, color: COLOR }
const AT = { x: { field: 'x' }, y: { field: 'row' }, color: COLOR }

const LAYERS: RowLayer[] = [
  REFERENCE_LINE,
  { name: 'whiskers', data: { name: 'whiskers' }, mark: { type: 'rule', strokeWidth: 1.5 }, encoding: ACROSS },
  { name: 'boxes', data: { name: 'boxes' }, mark: { type: 'rule', strokeWidth: 16, opacity: 0.45 }, encoding: ACROSS },
  {
    name: 'beyond',
    data: { name: 'beyond' },
    mark: { type: 'point', filled: true, size: 20, opacity: 1 },
    encoding: AT,
  },
  {
    name: 'medians',
    data: { name: 'medians' },
    mark: { type: 'tick', orient: 'vertical', size: 24, thickness: 2.5, color: 'var(--ink)', opacity: 1 },
    encoding: { x: { field: 'x' }, y: { field: 'row' } },
  },
]
