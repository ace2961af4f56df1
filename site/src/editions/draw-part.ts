import { formatRatio } from '@plimsoll/schema/browser'
import { drawBarRows } from '../charts/bar-rows.ts'
import { drawBoxes } from '../charts/edition-boxes.ts'
import { drawValues } from '../charts/edition-dots.ts'
import { drawLines, type LineChart } from '../charts/edition-lines.ts'
import { type Drawing, inBothLayouts } from '../charts/svg.ts'
import { centerOf } from './center.ts'
import type { ChartKind } from './edition.ts'
import type { Figures, ResolvedPart, ResolvedRow } from './figures.ts'
import { formatFigure } from './units.ts'

/** An entry of a chart's legend. */
export interface LegendEntry {
  /** The scenario. It is a class of `.key`, and the name of a CSS variable with the colour. */
  scenario: string
  title: string
}

/**
 * Draws the chart of a part of an edition; null if the part has no chart.
 * @param id an id that is unique on the page
 */
export async function drawPart(part: ResolvedPart, id: string): Promise<Drawing | null> {
  const { chart, title, unit } = part
  if (chart === null || part.rows.length === 0) return null
  const description = `${part.rows.map((row) => describeRow(part, row)).join('; ')}. The table has the figures.`
  const draw = DRAWINGS[chart]
  return inBothLayouts((layout) =>
    draw(part, layout, { id: `${id}-${layout}`, title: `${title} (${unit.title})`, description }),
  )
}

/**
 * Returns the legend of a part's chart. Each test has its own colour: the colour of its scenario, unless two tests have
 * the same scenario. In a chart of lines, each combination of platform and test has its own colour.
 */
export function legendOf(part: Pick<ResolvedPart, 'rows' | 'chart'>): LegendEntry[] {
  const names = [...Map.groupBy(part.rows, (row) => legendName(part, row))].map(([title, [row]]) => ({
    title,
    scenario: row?.scenario ?? '',
  }))
  const scenarios = new Set(names.map(({ scenario }) => scenario))
  const distinct = scenarios.size === names.length && names.every(({ scenario }) => PALETTE.includes(scenario))
  return distinct
    ? names
    : names.map(({ title }, index) => ({ title, scenario: PALETTE[index % PALETTE.length] as string }))
}

const PALETTE = ['native', 'layer', 'volume', 'bind-volume', 'bind', 'other']

type Draw = (
  part: ResolvedPart,
  layout: 'wide' | 'narrow',
  alternative: { id: string; title: string; description: string },
) => Promise<string>

const DRAWINGS: Record<ChartKind, Draw> = {
  bars: (part, layout, alternative) =>
    drawBarRows({ axisTitle: part.unit.title, origin: 0, groups: groups(part, rangeOf) }, layout, alternative),
  'error-bars': (part, layout, alternative) =>
    drawBarRows(
      { axisTitle: part.unit.title, origin: 0, groups: groups(part, ({ interval }) => interval) },
      layout,
      alternative,
    ),
  ratios: (part, layout, alternative) =>
    drawBarRows({ axisTitle: `× ${part.reference}`, origin: 1, groups: ratioGroups(part) }, layout, alternative),
  boxes: (part, layout, alternative) =>
    drawBoxes({ axisTitle: part.unit.title, target: part.target ?? null, rows: boxRows(part) }, layout, alternative),
  dots: (part, layout, alternative) =>
    drawValues({ axisTitle: part.unit.title, rows: valueRows(part) }, layout, alternative),
  lines: (part, layout, alternative) => drawLines(lineChart(part), layout, alternative),
}

function groups(part: ResolvedPart, range: (figures: Figures) => [number, number] | null) {
  return [...Map.groupBy(part.rows, groupName)].map(([label, rows]) => ({
    label,
    bars: rows.map((row) => ({
      value: centerOf(part, row.figures) ?? 0,
      range: range(row.figures),
      text: formatFigure(centerOf(part, row.figures) ?? 0, part.unit),
      color: colorOf(part, row),
    })),
  }))
}

function ratioGroups(part: ResolvedPart) {
  return part.rows.map((row) => ({
    label: row.test,
    bars: [
      {
        value: row.figures.ratio ?? 1,
        range: null,
        text: formatRatio(row.figures.ratio ?? 1),
        color: colorOf(part, row),
      },
    ],
  }))
}

function boxRows(part: ResolvedPart) {
  return part.rows.flatMap((row) => {
    const { values, median, quartiles } = row.figures
    if (median === null || quartiles === null) return []
    return [{ label: rowName(row), color: colorOf(part, row), values, median, quartiles, text: withUnit(part, median) }]
  })
}

function valueRows(part: ResolvedPart) {
  return part.rows.map((row) => {
    const { values, warmups, median } = row.figures
    const text = median === null ? '' : withUnit(part, median)
    return { label: rowName(row), color: colorOf(part, row), values, warmups, median, text }
  })
}

function lineChart(part: ResolvedPart): LineChart {
  const records = part.rows.flatMap(({ records }) => records ?? [])
  const bounded = [...Map.groupBy(part.rows, (row) => legendName(part, row))]
  return {
    axisTitle: part.unit.title,
    records: [Math.min(...records), Math.max(...records)],
    series: bounded.map(([label, rows]) => {
      const [{ figures }] = rows as [ResolvedRow]
      return {
        label,
        color: colorOf(part, rows[0] as ResolvedRow),
        points: rows.flatMap(({ records, figures }) => {
          const value = centerOf(part, figures)
          return records === null || value === null ? [] : [{ record: records[0], value }]
        }),
        bounds: figures.least === null && figures.most === null ? null : { least: figures.least, most: figures.most },
      }
    }),
  }
}

function describeRow(part: ResolvedPart, row: ResolvedRow): string {
  const { ratio, median, least, most } = row.figures
  const center = centerOf(part, row.figures)
  const figure =
    part.chart === 'ratios' && ratio !== null
      ? formatRatio(ratio)
      : part.chart === 'boxes' && median !== null
        ? `median ${withUnit(part, median)}`
        : center !== null
          ? withUnit(part, center)
          : [
              least === null ? '' : `at least ${withUnit(part, least)}`,
              most === null ? '' : `at most ${withUnit(part, most)}`,
            ]
              .filter((text) => text !== '')
              .join(', ')
  return `${row.platform} on ${row.os}, ${row.test}: ${figure}`
}

function rangeOf({ minimum, maximum }: Figures): [number, number] | null {
  return minimum === null || maximum === null || minimum === maximum ? null : [minimum, maximum]
}

function withUnit({ unit }: ResolvedPart, value: number): string {
  return `${formatFigure(value, unit)} ${unit.short}`
}

function groupName({ platform, os }: ResolvedRow): string {
  return `${platform} · ${os}`
}

function rowName({ platform, test }: ResolvedRow): string {
  return `${platform} · ${test}`
}

/**
 * Returns the name of a row in the legend. A line is made of the rows of all record sizes of a test, so its name omits
 * the text after the last comma.
 */
function legendName({ chart }: Pick<ResolvedPart, 'chart'>, row: ResolvedRow): string {
  return chart === 'lines' ? `${row.platform} · ${row.test.replace(/,[^,]*$/, '')}` : row.test
}

function colorOf(part: ResolvedPart, row: ResolvedRow): string {
  const entry = legendOf(part).find(({ title }) => title === legendName(part, row))
  return `var(--${entry?.scenario ?? 'other'})`
}
