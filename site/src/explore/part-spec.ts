import { formatRatio } from '@plimsoll/schema/browser'
import type { TopLevelSpec } from 'vega-lite'
import { LOAD_LINE, MIDDLE, type RowChart, type RowLayer, UNSCALED } from '../charts/row-chart.ts'
import { standAloneSpec } from '../charts/stand-alone.ts'
import { centerOf, showsMedians } from '../editions/center.ts'
import type { LegendEntry } from '../editions/draw-part.ts'
import type { Edition } from '../editions/edition.ts'
import type { Figures, ResolvedPart, ResolvedRow } from '../editions/figures.ts'
import { formatFigure } from '../editions/units.ts'

/**
 * Returns the chart of an edition's part as a Vega-Lite spec with its data: each row with its mean or median, its
 * min–max and all known values. Returns null if the part has no chart, or if its chart is by record size.
 * @param legend the colours of the tests
 */
export function partSpec(edition: Edition, part: ResolvedPart, legend: readonly LegendEntry[]): TopLevelSpec | null {
  const rows = part.rows.filter(({ figures }) => estimateOf(part, figures) !== null)
  if (part.chart === null || part.chart === 'lines' || rows.length === 0) return null
  const description = `${part.title}. Edition ${edition.name}, ${edition.digest}.`
  const heading = { title: part.title, subtitle: `${edition.title} · Plimsoll edition ${edition.name}`, description }
  return standAloneSpec(chartOf(part, rows, legend), heading)
}

function chartOf(part: ResolvedPart, rows: ResolvedRow[], legend: readonly LegendEntry[]): RowChart {
  const ratios = part.chart === 'ratios'
  const about = rows.map((row, index) => ({
    figures: row.figures,
    x: estimateOf(part, row.figures) ?? 0,
    common: {
      benchmark: `${row.platform} on ${row.os}`,
      scenario: row.test,
      row: index + MIDDLE,
      color: `var(--${legend.find(({ title }) => title === row.test)?.scenario ?? 'other'})`,
    },
  }))
  const ranges = about.flatMap(({ figures: { minimum, maximum }, common }) =>
    ratios || minimum === null || maximum === null ? [] : { ...common, x: minimum, x2: maximum },
  )
  return {
    rows: rows.map((row) => ({ label: `${row.platform} · ${row.test}`, text: textOf(part, row.figures) })),
    axis: {
      title: ratios ? `× ${part.reference}` : part.unit.title,
      minimum: 0,
      maximum: Math.max(...about.map(({ x }) => x), ...ranges.map(({ x2 }) => x2)),
    },
    layers: LAYERS,
    data: {
      line: ratios ? [{ x: 1, row: 0, end: rows.length }] : [],
      ranges,
      values: about.flatMap(({ figures, common }) =>
        (ratios ? [] : figures.values).map((x, index) => ({ ...common, x, run: index + 1 })),
      ),
      means: about.map(({ x, figures: { n }, common }) => ({
        ...common,
        x,
        [showsMedians(part) ? 'median' : 'mean']: n === null ? '' : `of ${n}`,
      })),
    },
  }
}

const LAYERS: RowLayer[] = [
  LOAD_LINE,
  {
    name: 'ranges',
    data: { name: 'ranges' },
    mark: { type: 'rule', strokeWidth: 2 },
    encoding: { x: { field: 'x' }, x2: { field: 'x2' }, y: { field: 'row' }, color: { field: 'color', ...UNSCALED } },
  },
  {
    name: 'values',
    data: { name: 'values' },
    mark: { type: 'point', size: 40, opacity: 1, fill: 'var(--paper)' },
    encoding: { x: { field: 'x' }, y: { field: 'row' }, stroke: { field: 'color', ...UNSCALED } },
  },
  {
    name: 'means',
    data: { name: 'means' },
    mark: { type: 'point', filled: true, shape: 'diamond', size: 90, opacity: 1 },
    encoding: { x: { field: 'x' }, y: { field: 'row' }, color: { field: 'color', ...UNSCALED } },
  },
]

function estimateOf(part: ResolvedPart, figures: Figures): number | null {
  return part.chart === 'ratios' ? figures.ratio : centerOf(part, figures)
}

function textOf(part: ResolvedPart, figures: Figures): string {
  const estimate = estimateOf(part, figures)
  if (estimate === null) return ''
  return part.chart === 'ratios' ? formatRatio(estimate) : `${formatFigure(estimate, part.unit)} ${part.unit.short}`
}
