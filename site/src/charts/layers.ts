import { type Layout, margins, plotWidth } from './frame.ts'
import { shorten } from './labels.ts'

// The layers that all charts with one row a benchmark share. Pixels count from the top of the plot.

interface Label {
  text: string
  /** The middle of its row. */
  y: number
}

/** No font is at hand where charts are drawn, so text is measured in characters. */
const LONGEST_LABEL = { wide: 36, narrow: 48 }

/** Pixels from the middle of a row up to its label, in the narrow layout. */
const RAISED = 22

/** What a row is: left of the axis, or above the row where there is no room on the left. */
export function startOfRow(layout: Layout, labels: Label[]): object[] {
  const wide = layout === 'wide'
  const placed = labels.map(({ text, y }) => ({ text: shorten(text, LONGEST_LABEL[layout]), y: wide ? y : y - RAISED }))
  return texts(placed, { x: { value: wide ? -margins(layout).left : 0 } })
}

/** A figure in words: right of the axis, or on the line of the row's label where there is no room on the right. */
export function endOfRow(layout: Layout, labels: Label[]): object[] {
  if (layout === 'wide') return texts(labels, { x: { value: plotWidth(layout) + 10 } })
  const raised = labels.map(({ text, y }) => ({ text, y: y - RAISED }))
  return texts(raised, { x: { value: plotWidth(layout) + margins(layout).right } }, { align: 'right' })
}

/** A figure in words, right of its own place on the value axis. */
export function besideValue(labels: (Label & { value: number })[]): object[] {
  return texts(labels, { x: { field: 'value' } }, { dx: 7 })
}

/**
 * The load line: a vertical line through all rows, or, where labels stand above the marks, through the marks alone.
 * @param value on the value axis @param spans from and to which pixels it is drawn
 */
export function verticalLine(value: number, spans: [number, number][]): object {
  return {
    data: { values: spans.map(([top, bottom]) => ({ value, top, bottom })) },
    mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25, strokeDash: [2, 3] },
    encoding: { x: { field: 'value' }, y: { field: 'top' }, y2: { field: 'bottom' } },
  }
}

/** Texts with a rim of paper under them, which keeps lines they cross from running through them. */
function texts(labels: Label[], x: object, mark: { align?: 'right'; dx?: number } = {}): object[] {
  const rim = { stroke: 'var(--paper)', strokeWidth: 4, strokeJoin: 'round' }
  return [rim, {}].map((style) => ({
    data: { values: labels },
    mark: { type: 'text', align: 'left', baseline: 'middle', ...mark, ...style },
    encoding: { ...x, y: { field: 'y' }, text: { field: 'text' } },
  }))
}
