import type { TopLevelSpec } from 'vega-lite'

/** The layout of a chart. A wide chart has its row labels on the left, a narrow one above each row. */
export type Layout = 'wide' | 'narrow'

/** The frame of a chart. Rows are laid out in pixels from the top, so the `y` of a datum is in pixels. */
export interface Frame {
  layout: Layout
  /** The height of all rows together, in pixels. */
  height: number
  /**
   * The largest value of the value axis, in the unit of the axis title. `minimum` is the smallest value if it is not 0.
   */
  maximum: number
  minimum?: number
  axisTitle: string
  layers: object[]
}

const SIZES = {
  wide: { width: 820, left: 256, right: 116, ticks: 6 },
  narrow: { width: 356, left: 6, right: 58, ticks: 4 },
}

/** Returns the length of the value axis in pixels. */
export function plotWidth(layout: Layout): number {
  const { width, left, right } = SIZES[layout]
  return width - left - right
}

/** Returns the margins in pixels. The left margin is for a row's label, the right one for its figure. */
export function margins(layout: Layout): { left: number; right: number } {
  return SIZES[layout]
}

/**
 * Returns a Vega-Lite spec of fixed size. Every colour is a CSS variable, so that the chart follows the page's theme.
 */
export function frame({ layout, height, maximum, minimum = 0, axisTitle, layers }: Frame): TopLevelSpec {
  const { left, right, ticks } = SIZES[layout]
  // The label of a negative number at the start of the axis is wider than the margin, so keep the label within the
  // axis.
  const flush = minimum < 0 ? { labelFlush: true } : {}
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    width: plotWidth(layout),
    height,
    padding: { left, right, top: 4, bottom: 44 },
    autosize: { type: 'none', contains: 'content' },
    config: CONFIG,
    layer: layers,
    encoding: {
      x: {
        type: 'quantitative',
        scale: { domain: [minimum, maximum], nice: ticks },
        axis: { title: axisTitle, tickCount: ticks, format: ',.12~g', ...flush },
      },
      y: { type: 'quantitative', scale: null, axis: null },
    },
  } as TopLevelSpec
}

export const CONFIG = {
  aria: false,
  font: 'inherit',
  background: 'transparent',
  view: { stroke: null },
  axis: {
    domain: false,
    labelFlush: false,
    ticks: false,
    grid: true,
    gridColor: 'var(--rule)',
    labelColor: 'var(--muted)',
    labelFontSize: 12,
    labelPadding: 8,
    titleColor: 'var(--muted)',
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titlePadding: 8,
    titleAnchor: 'start',
  },
  text: { fontSize: 13, fill: 'var(--ink)' },
}
