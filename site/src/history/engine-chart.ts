import { formatRatio } from '@plimsoll/schema'
import { FLAG_SIGN } from '../editions/bind-mounts.ts'
import { placeChart } from '../page-parts/charts/position-marks.ts'
import type { PlacedChart } from '../page-parts/charts/responsive-chart.tsx'
import {
  inColor,
  MIDDLE,
  REFERENCE_LINE,
  type RowChart,
  type RowLayer,
  referenceLine,
  shorten,
  UNSCALED,
} from '../page-parts/charts/row-chart.ts'

/** One row: an engine in one configuration, with a dot for each machine. An unranked row ends in `FLAG_SIGN`. */
export interface EngineRow {
  label: string
  /** Whether the row is of the page's own engine, which has a colour of its own. */
  isOwn: boolean
  isUnranked: boolean
  dots: { machine: string; ratio: number }[]
}

/** The number of characters of a label that fit beside the chart. */
const MAX_LABEL = 44

/**
 * Returns the dot plot of ratios by engine: a dot for each machine, a line from the smallest to the largest ratio, and a
 * reference line at 1. The dots of unranked rows are hollow.
 */
export function engineChart(rows: readonly EngineRow[], axisTitle: string, title: string): PlacedChart {
  const ratios = rows.flatMap(({ dots }) => dots.map(({ ratio }) => ratio))
  const chart: RowChart = {
    rows: rows.map(({ label, isUnranked, dots }) => ({
      label: shorten(briefly(label), MAX_LABEL),
      text: signed(rangeOf(dots.map(({ ratio }) => ratio)), isUnranked),
    })),
    axis: { title: axisTitle, minimum: 0, maximum: Math.max(1, ...ratios) },
    layers: LAYERS,
    data: {
      line: referenceLine(1, rows.length),
      spans: rows.flatMap(({ dots }, index) =>
        dots.length < 2
          ? []
          : [{ row: index + MIDDLE, x: Math.min(...dots.map(ratioOf)), x2: Math.max(...dots.map(ratioOf)) }],
      ),
      machines: rows.flatMap(({ label, isOwn, isUnranked, dots }, index) =>
        dots.map(({ machine, ratio }) => ({
          benchmark: label,
          machine,
          x: ratio,
          row: index + MIDDLE,
          ...inColor(isOwn ? 'bind' : 'volume'),
          shape: 'circle',
          fill: isUnranked ? 'var(--paper)' : inColor(isOwn ? 'bind' : 'volume').color,
        })),
      ),
    },
  }
  const description = rows
    .map(
      ({ label, isUnranked, dots }) =>
        `${label}: ${dots.map(({ machine, ratio }) => `${signed(formatRatio(ratio), isUnranked)} on ${machine}`).join(', ')}`,
    )
    .join('; ')
  return placeChart(chart, { id: 'latest-chart', title, description: `${description}. The table has the figures.` })
}

/**
 * The short names of configurations, which are those of the editions. The table and the description have the long ones.
 */
const BRIEF: [long: string, brief: string][] = [
  ['Apple Virtualization Framework', 'VZ'],
  ['Docker VMM (beta)', 'VMM'],
  ['synchronized file shares', 'file sync'],
  ['engine without a VM', 'no VM'],
]

function briefly(label: string): string {
  return BRIEF.reduce((text, [long, brief]) => text.replace(long, brief), label)
}

/** Returns the meaning of the short names in labels of rows, for example `VZ: Apple Virtualization Framework`. */
export function explainBrief(rows: readonly Pick<EngineRow, 'label'>[]): string[] {
  return BRIEF.flatMap(([long, brief]) => (rows.some(({ label }) => label.includes(long)) ? `${brief}: ${long}` : []))
}

/** Marks the text of an unranked figure. */
export function signed(text: string, isUnranked: boolean): string {
  return isUnranked ? `${text} ${FLAG_SIGN}` : text
}

function ratioOf({ ratio }: EngineRow['dots'][number]): number {
  return ratio
}

function rangeOf(ratios: number[]): string {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => formatRatio(ratio))
  return low === high || low === undefined ? `${low}` : `${low.replace('×', '')}–${high}`
}

const LAYERS: RowLayer[] = [
  REFERENCE_LINE,
  {
    name: 'spans',
    data: { name: 'spans' },
    mark: { type: 'rule', color: 'var(--strong-rule)', strokeWidth: 2 },
    encoding: { x: { field: 'x' }, x2: { field: 'x2' }, y: { field: 'row' } },
  },
  {
    name: 'machines',
    data: { name: 'machines' },
    mark: { type: 'point', size: 90, opacity: 1 },
    encoding: {
      x: { field: 'x' },
      y: { field: 'row' },
      shape: { field: 'shape', ...UNSCALED },
      fill: { field: 'fill', ...UNSCALED },
      stroke: { field: 'color', ...UNSCALED },
    },
  },
]
