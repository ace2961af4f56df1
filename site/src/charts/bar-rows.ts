import { frame, type Layout } from './frame.ts'
import { besideValue, startOfRow, verticalLine } from './layers.ts'
import { type TextAlternative, toSvg } from './svg.ts'

/** A group of horizontal bars under one label, for example the tests of one platform. */
export interface BarGroup {
  label: string
  bars: Bar[]
}

export interface Bar {
  /** The value of the bar, in the unit of the axis. */
  value: number
  /** The smallest and the largest value, drawn as a thin line; null if there is only one value. */
  range: [number, number] | null
  /** The value as text, shown beside the end of the bar. */
  text: string
  /** The colour of the bar, in CSS. */
  color: string
}

export interface BarChart {
  groups: BarGroup[]
  axisTitle: string
  /** The amount at which the bars start: 0. For ratios it is 1, where the load line (the reference line) is. */
  origin: 0 | 1
}

const THICKNESS = { 0: 13, 1: 4 }
const STEP = 17
const GAP = { wide: 16, narrow: 30 }
/** The height of a group's label in pixels. Only narrow charts show the label above the first bar. */
const HEAD = { wide: 0, narrow: 22 }

/** Draws bars in groups, one row per bar. With the `origin` 1, the bars start from a line at 1. */
export async function drawBarRows(chart: BarChart, layout: Layout, alternative: TextAlternative): Promise<string> {
  const groups = placeGroups(chart.groups, layout)
  const bars = groups.flatMap((group) => group.bars)
  const height = (bars.at(-1)?.y ?? 0) + STEP
  const spec = frame({
    layout,
    height,
    maximum: Math.max(0, ...bars.map(({ value, range }) => Math.max(value, range?.[1] ?? 0))),
    axisTitle: chart.axisTitle,
    layers: [
      {
        data: { values: bars.map(({ value, color, y }) => ({ value, color, y, origin: chart.origin })) },
        mark: { type: 'rule', strokeWidth: THICKNESS[chart.origin] },
        encoding: {
          x: { field: 'origin' },
          x2: { field: 'value' },
          y: { field: 'y' },
          color: { field: 'color', scale: null },
        },
      },
      {
        data: { values: bars.flatMap(({ range, y }) => (range === null ? [] : { from: range[0], to: range[1], y })) },
        mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25 },
        encoding: { x: { field: 'from' }, x2: { field: 'to' }, y: { field: 'y' } },
      },
      ...(chart.origin === 1 ? [verticalLine(1, lineSpans(groups, layout, height)), endMarks(bars)] : []),
      ...startOfRow(
        layout,
        groups.map(({ label, y }) => ({ text: label, y })),
      ),
      ...besideValue(
        bars.map(({ text, value, range, y }) => ({ text, value: Math.max(chart.origin, value, range?.[1] ?? 0), y })),
      ),
    ],
  })
  return toSvg(spec, alternative)
}

/**
 * Draws a mark at the end of each bar that starts at the load line (the reference line), so that a bar of zero length
 * is visible.
 */
function endMarks(bars: (Bar & { y: number })[]): object {
  return {
    data: { values: bars.map(({ value, color, y }) => ({ value, color, y })) },
    mark: { type: 'circle', size: 110, opacity: 1 },
    encoding: { x: { field: 'value' }, y: { field: 'y' }, color: { field: 'color', scale: null } },
  }
}

/**
 * Returns the pixel ranges of the load line (the reference line). On a narrow chart, the line has gaps for the labels.
 */
function lineSpans(groups: { bars: { y: number }[] }[], layout: Layout, height: number): [number, number][] {
  if (layout === 'wide') return [[0, height]]
  return groups.map(({ bars }) => [(bars[0]?.y ?? 0) - STEP / 2, (bars.at(-1)?.y ?? 0) + STEP / 2])
}

/** Sets the vertical position, in pixels, of the middle of each bar and each label. */
function placeGroups(
  groups: BarGroup[],
  layout: Layout,
): (Omit<BarGroup, 'bars'> & { y: number; bars: (Bar & { y: number })[] })[] {
  let top = 0
  return groups.map(({ label, bars }) => {
    const first = top + HEAD[layout] + STEP / 2
    top = first + (bars.length - 0.5) * STEP + (layout === 'wide' ? GAP.wide : GAP.narrow - HEAD.narrow)
    const positioned = bars.map((bar, index) => ({ ...bar, y: first + index * STEP }))
    // In the wide layout the label is beside the middle of the group. In the narrow layout it is above the first bar.
    return { label, y: layout === 'wide' ? first + ((bars.length - 1) * STEP) / 2 : first, bars: positioned }
  })
}
