import {
  headingRow,
  inColor,
  MIDDLE,
  REFERENCE_LINE,
  type RowChart,
  type RowDatum,
  type RowLayer,
  referenceLine,
  shorten,
  UNSCALED,
} from './row-chart.ts'

/** One bar. Amounts are in the unit of the chart's axis. */
export interface Bar {
  label: string
  /** What the bar shows, for the reader who points at it. */
  benchmark: string
  scenario: string
  /** The name of the bar's colour: a class of `charts.css`, and a CSS variable. */
  color: string
  value: number
  /** The smallest and the largest value, or an interval, drawn as a thin line; null without one. */
  range: [number, number] | null
  /** Every value that the bar is computed from, as far as they are known. */
  values: number[]
  /** Whether the value is doubtful. Its bar is drawn hollow. */
  isHollow?: boolean
  /** The value as text, shown at the end of the row. */
  text: string
  /** More about the value for the reader who points at it, for example `{ mean: 'of 5' }`. */
  details?: Record<string, string>
}

export interface BarChart {
  /** The bars in groups, for example the tests of one platform. The label of a group is its heading; null for none. */
  groups: { label: string | null; bars: Bar[] }[]
  axisTitle: string
  /** The amount at which the bars start: 0. For ratios it is 1, where the reference line is. */
  origin: 0 | 1
}

/** Draws bars, one row each. With the `origin` 1, the bars are thin, start from a line at 1, and end in a mark. */
export function barChart({ groups, axisTitle, origin }: BarChart): RowChart {
  const rows = groups.flatMap(({ label, bars }) => [...(label === null ? [] : [label]), ...bars])
  const bars = rows.flatMap((row, index) => (typeof row === 'string' ? [] : { ...row, row: index + MIDDLE }))
  const ends = bars.flatMap(({ value, range, values }) => [value, ...(range ?? []), ...values])
  const plain = ({ benchmark, scenario, row }: (typeof bars)[number]) => ({ benchmark, scenario, row })
  const colored = (bar: (typeof bars)[number]): RowDatum => ({
    ...plain(bar),
    ...bar.details,
    ...inColor(bar.color),
  })
  const hollow = bars.filter(({ isHollow }) => isHollow)
  const maximum = ends.reduce((a, b) => Math.max(a, b), origin)
  const drawn = (bar: (typeof bars)[number]): RowDatum => ({ ...colored(bar), x: bar.value, origin })
  return {
    isCompact: true,
    hasShortLabels: groups.every(({ label, bars }) => label !== null && bars.every(hasShortLabel)),
    rows: rows.map((row) =>
      typeof row === 'string' ? headingRow(row) : { label: shorten(row.label), text: row.text },
    ),
    axis: { title: axisTitle, minimum: 0, maximum },
    layers: origin === 0 ? AMOUNTS : RATIOS,
    data: {
      ...(origin === 1
        ? {
            bars: bars.map(drawn),
            line: referenceLine(1, rows.length),
            ends: bars.map((bar) => ({ ...colored(bar), x: bar.value, shape: 'circle' })),
          }
        : {
            // The chart does not draw single values, but its file has them.
            values: bars.flatMap((bar) => bar.values.map((x, index) => ({ ...plain(bar), x, sample: index + 1 }))),
            bars: bars.filter(({ isHollow }) => !isHollow).map(drawn),
            hollow: hollow.map(drawn),
            // Two lines, one from each end, which meet: the dash of a line leaves the rim at its start.
            insides: hollow.flatMap(({ row, value }) => [
              { row, x: value, origin: 0.4 * value },
              { row, x: 0, origin: 0.6 * value },
            ]),
            ranges: bars.flatMap((bar) =>
              bar.range === null ? [] : { ...plain(bar), x: bar.range[0], x2: bar.range[1] },
            ),
          }),
    },
  }
}

/** The number of characters of a label that fit beside the marks on a narrow screen. */
const MAX_SHORT = 19

function hasShortLabel({ label }: Bar): boolean {
  return label.length <= MAX_SHORT
}

const COLOR = { field: 'color', ...UNSCALED }
const BAR = { x: { field: 'x' }, x2: { field: 'origin' }, y: { field: 'row' } }
const RANGE = { x: { field: 'x' }, x2: { field: 'x2' }, y: { field: 'row' } }
const AT = { x: { field: 'x' }, y: { field: 'row' } }

const AMOUNTS: RowLayer[] = [
  {
    name: 'bars',
    data: { name: 'bars' },
    mark: { type: 'rule', strokeWidth: 13 },
    encoding: { ...BAR, color: COLOR },
  },
  // A hollow bar is a bar with another one in the colour of the paper inside, 2 px from each edge.
  {
    name: 'outlines',
    data: { name: 'hollow' },
    mark: { type: 'rule', strokeWidth: 13 },
    encoding: { ...BAR, color: COLOR },
  },
  {
    name: 'insides',
    data: { name: 'insides' },
    mark: { type: 'rule', color: 'var(--paper)', strokeWidth: 9, strokeDash: [0, 2, 9999, 0] },
    encoding: BAR,
  },
  {
    name: 'ranges',
    data: { name: 'ranges' },
    mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25 },
    encoding: RANGE,
  },
  {
    name: 'values',
    data: { name: 'values' },
    mark: { type: 'point', filled: true, color: 'var(--ink)', size: 9, opacity: 0.6 },
    encoding: AT,
  },
]

const RATIOS: RowLayer[] = [
  {
    name: 'stems',
    data: { name: 'bars' },
    mark: { type: 'rule', strokeWidth: 4 },
    encoding: { ...BAR, color: COLOR },
  },
  REFERENCE_LINE,
  {
    name: 'ends',
    data: { name: 'ends' },
    mark: { type: 'point', size: 90, opacity: 1 },
    encoding: {
      ...AT,
      shape: { field: 'shape', ...UNSCALED },
      fill: COLOR,
      stroke: COLOR,
    },
  },
]
