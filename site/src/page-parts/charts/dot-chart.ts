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

/** One row of a chart of dots, which shows one benchmark. Amounts are in the unit of the chart's axis. */
export interface DotRow {
  label: string
  scenario: string
  /** The name of the row's colour: a class of `charts.css`, and a CSS variable. */
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

export interface DotChart {
  rows: DotRow[]
  axisTitle: string
  /** The position of the reference line: the median that the other medians are compared with. */
  reference: number | null
}

/**
 * The share of a row's height over which the row's dots are spread. The first round is on top, so that drift within a
 * run is visible.
 */
const SPREAD = 0.4

/**
 * Draws every sample as a dot, one row per benchmark. Warm-ups are hollow. A stroke marks the median, and a line the
 * reference.
 */
export function dotChart({ rows, axisTitle, reference }: DotChart): RowChart {
  const samples = rows.flatMap(dotsOfRow)
  const values = rows.flatMap(({ dots }) => dots.map(({ value }) => value))
  const medians = rows.flatMap(({ label, median }, index) =>
    median === null ? [] : { benchmark: label, x: median, row: index + MIDDLE },
  )
  return {
    rows: rows.map(({ label, medianText }) => ({ label: shorten(label), text: medianText })),
    axis: { title: axisTitle, minimum: 0, maximum: Math.max(0, ...values) },
    layers: LAYERS,
    data: {
      line: referenceLine(reference, rows.length),
      samples,
      medians,
    },
  }
}

const LAYERS: RowLayer[] = [
  REFERENCE_LINE,
  {
    name: 'samples',
    data: { name: 'samples' },
    mark: { type: 'point', size: 34, strokeWidth: 1.2, fillOpacity: 0.5, opacity: 1 },
    encoding: {
      x: { field: 'x' },
      y: { field: 'row' },
      fill: { condition: { test: 'datum.warmup', value: 'none' }, field: 'color', ...UNSCALED },
      stroke: { field: 'color', ...UNSCALED },
    },
  },
  {
    name: 'medians',
    data: { name: 'medians' },
    mark: { type: 'tick', orient: 'vertical', size: 24, thickness: 2.5, color: 'var(--ink)', opacity: 1 },
    encoding: { x: { field: 'x' }, y: { field: 'row' } },
  },
]

function dotsOfRow({ label, scenario, dots, color }: DotRow, index: number): RowChart['data'][string] {
  const lastRound = Math.max(1, ...dots.map(({ round }) => round))
  return dots.map(({ value, round, warmup }) => ({
    benchmark: label,
    scenario,
    round,
    // Only warm-ups say what they are, because the spec of a chart is a file of each run.
    ...(warmup && { warmup, fill: 'none' }),
    x: value,
    // Three decimals, for the same reason.
    row: Number((index + MIDDLE + (round / lastRound - 0.5) * SPREAD).toFixed(3)),
    ...inColor(color),
  }))
}
