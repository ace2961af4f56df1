import { type Layout, margins, plotWidth } from './frame.ts'
import { shorten } from './labels.ts'

// This module makes the layers that all charts with one row per benchmark share. Pixels count from the top of the plot.

interface Label {
  text: string
  /** The middle of the label's row, in pixels from the top. */
  y: number
}

/**
 * The maximum length of a label in characters. It is not in pixels, because no font is available when charts are drawn.
 */
const MAX_LABEL_LENGTH = { wide: 36, narrow: 48 }

/** The distance from the middle of a row up to its label in the narrow layout, in pixels. */
const RAISED = 22

/** Writes the label of each row: left of the axis, or above the row in the narrow layout. */
export function startOfRow(layout: Layout, labels: Label[]): object[] {
  const wide = layout === 'wide'
  const positioned = labels.map(({ text, y }) => ({
    text: shorten(text, MAX_LABEL_LENGTH[layout]),
    y: wide ? y : y - RAISED,
  }))
  return texts(positioned, { x: { value: wide ? -margins(layout).left : 0 } })
}

/** Writes the figure of each row: right of the axis, or in the narrow layout on the line of the row's label. */
export function endOfRow(layout: Layout, labels: Label[]): object[] {
  if (layout === 'wide') return texts(labels, { x: { value: plotWidth(layout) + 10 } })
  const raised = labels.map(({ text, y }) => ({ text, y: y - RAISED }))
  return texts(raised, { x: { value: plotWidth(layout) + margins(layout).right } }, { align: 'right' })
}

/** Writes each figure right of its value on the axis. */
export function besideValue(labels: (Label & { value: number })[]): object[] {
  return texts(labels, { x: { field: 'value' } }, { dx: 7 })
}

/**
 * Draws the load line (the reference line): a vertical line through all rows. If labels stand above the marks, the line
 * runs through the marks alone.
 * @param value the position on the value axis
 * @param spans the pixel ranges of the line
 */
export function verticalLine(value: number, spans: [number, number][]): object {
  return {
    data: { values: spans.map(([top, bottom]) => ({ value, top, bottom })) },
    mark: { type: 'rule', color: 'var(--ink)', strokeWidth: 1.25, strokeDash: [2, 3] },
    encoding: { x: { field: 'value' }, y: { field: 'top' }, y2: { field: 'bottom' } },
  }
}

/** Draws texts with an outline in the background colour, so that lines do not run through the texts. */
function texts(labels: Label[], x: object, mark: { align?: 'right'; dx?: number } = {}): object[] {
  const rim = { stroke: 'var(--paper)', strokeWidth: 4, strokeJoin: 'round' }
  return [rim, {}].map((style) => ({
    data: { values: labels },
    mark: { type: 'text', align: 'left', baseline: 'middle', ...mark, ...style },
    encoding: { ...x, y: { field: 'y' }, text: { field: 'text' } },
  }))
}
