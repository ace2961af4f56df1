import type { TopLevelSpec } from 'vega-lite'
import { shorten } from './row-chart.ts'
import { type TextAlternative, toSvg } from './svg.ts'
import { CONFIG } from './theme.ts'

/** One line of a chart whose horizontal axis is the record size. */
export interface Series {
  label: string
  /** The colour of the line, in CSS. */
  color: string
  /** The points of the line. `record` is in bytes, `value` in the unit of the axis. */
  points: { record: number; value: number }[]
  /** The bounds that a source states instead of values; null on a side for which the source states no bound. */
  bounds: { least: number | null; most: number | null } | null
}

export interface LineChart {
  series: Series[]
  axisTitle: string
  /** The smallest and the largest record size, in bytes. */
  records: [number, number]
}

const SIZES = {
  wide: { width: 880, height: 300, left: 76, right: 274, ticks: 6 },
  narrow: { width: 356, height: 240, left: 52, right: 26, ticks: 4 },
}
/** The number of characters of a label that fit at the right of a wide chart. */
const MAX_LABEL = 36
/**
 * The minimum distance of two labels at the ends of lines, as a share of the axis. If they are closer, the upper one
 * moves up.
 */
const LABEL_SPACING = 0.075

/** A chart as SVG elements: one for wide screens, and one for narrow screens. */
export interface Drawing {
  wide: string
  narrow: string
}

/**
 * Draws lines over the record size, which doubles from tick to tick. A value that is known only by its bounds is drawn
 * as a band over all record sizes. Vega draws each of the two layouts, because the labels at the ends of lines fit a
 * wide screen alone.
 */
export async function drawLines(chart: LineChart, { id, ...texts }: TextAlternative): Promise<Drawing> {
  const draw = (layout: Layout) => toSvg(specOf(chart, layout), { id: `${id}-${layout}`, ...texts })
  const [wide, narrow] = await Promise.all([draw('wide'), draw('narrow')])
  return { wide, narrow }
}

type Layout = keyof Drawing

function specOf(chart: LineChart, layout: Layout): TopLevelSpec {
  const { width, height, left, right, ticks } = SIZES[layout]
  const color = { field: 'color', type: 'nominal', scale: null, legend: null }
  const [smallest, largest] = chart.records
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    width: width - left - right,
    height,
    padding: { left, right, top: 34, bottom: 44 },
    autosize: { type: 'none', contains: 'content' },
    config: CONFIG,
    encoding: {
      x: {
        type: 'quantitative',
        scale: { type: 'log', base: 2, domain: [smallest, largest], nice: false },
        axis: {
          title: 'record size',
          values: recordTicks(smallest, largest, layout),
          labelExpr: SIZE_LABEL,
          grid: false,
        },
      },
      y: {
        type: 'quantitative',
        scale: { domain: [0, largestValue(chart)], nice: ticks },
        axis: {
          title: chart.axisTitle,
          titleAngle: 0,
          titleAlign: 'left',
          titleX: 8 - left,
          titleY: -12,
          ...tickAxis(ticks),
        },
      },
    },
    layer: [
      {
        data: { values: bands(chart) },
        mark: { type: 'rect', opacity: 0.18 },
        encoding: {
          x: { field: 'from' },
          x2: { field: 'to' },
          y: { field: 'least' },
          y2: { field: 'most' },
          fill: color,
        },
      },
      {
        data: { values: edges(chart) },
        mark: { type: 'rule', strokeWidth: 2, strokeDash: [6, 4] },
        encoding: { x: { field: 'from' }, x2: { field: 'to' }, y: { field: 'edge' }, color },
      },
      {
        data: {
          values: chart.series.flatMap(({ points, color, label }) =>
            points.map((point) => ({ ...point, color, label })),
          ),
        },
        mark: { type: 'line', strokeWidth: 2, point: { filled: true, size: 36 } },
        encoding: { x: { field: 'record' }, y: { field: 'value' }, color, detail: { field: 'label' } },
      },
      ...(layout === 'wide' ? [seriesLabels(chart)] : []),
    ],
  } as unknown as TopLevelSpec
}

const SIZE_LABEL = "datum.value >= 1048576 ? datum.value / 1048576 + ' MiB' : datum.value / 1024 + ' KiB'"

function tickAxis(ticks: number): object {
  return { titleAnchor: 'start', titleBaseline: 'bottom', tickCount: ticks, format: ',.12~g' }
}

/** Returns the ticks of the axis of record sizes: every doubling, or every second doubling in the narrow layout. */
function recordTicks(smallest: number, largest: number, layout: Layout): number[] {
  const doublings = Math.round(Math.log2(largest / smallest))
  const step = Math.ceil((doublings + 1) / (layout === 'wide' ? 13 : 5))
  return Array.from({ length: Math.floor(doublings / step) + 1 }, (_, index) => smallest * 2 ** (index * step))
}

function largestValue({ series }: LineChart): number {
  return Math.max(
    ...series.flatMap(({ points, bounds }) => [
      ...points.map(({ value }) => value),
      bounds?.most ?? 0,
      bounds?.least ?? 0,
    ]),
  )
}

function bands({ series, records: [from, to] }: LineChart): object[] {
  return series.flatMap(({ bounds, color }) =>
    bounds === null || bounds.most === null ? [] : [{ from, to, least: bounds.least ?? 0, most: bounds.most, color }],
  )
}

function edges({ series, records: [from, to] }: LineChart): object[] {
  return series.flatMap(({ bounds, color }) =>
    [bounds?.least, bounds?.most].flatMap((edge) => (typeof edge === 'number' ? [{ from, to, edge, color }] : [])),
  )
}

/** Writes the name of each line at its end. */
function seriesLabels(chart: LineChart): object {
  const [, to] = chart.records
  const spacing = LABEL_SPACING * largestValue(chart)
  const ends = chart.series
    .flatMap(({ label, color, points, bounds }) => {
      const end = points.at(-1)?.value ?? bounds?.most ?? bounds?.least
      return typeof end === 'number' ? [{ label: shorten(label, MAX_LABEL), color, end, to }] : []
    })
    .sort((a, b) => a.end - b.end)
  let below = Number.NEGATIVE_INFINITY
  const labels = ends.map((entry) => {
    below = Math.max(entry.end, below + spacing)
    return { ...entry, end: below }
  })
  return {
    data: { values: labels },
    mark: { type: 'text', align: 'left', baseline: 'middle', dx: 10 },
    encoding: { x: { field: 'to' }, y: { field: 'end' }, text: { field: 'label' } },
  }
}
