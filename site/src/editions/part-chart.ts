import { chooseCenter, formatRatio, STATISTIC_TITLES } from '@plimsoll/schema/browser'
import { type Bar, type BarChart, barChart } from '../page-parts/charts/bar-chart.ts'
import { boxChart } from '../page-parts/charts/box-chart.ts'
import { dotChart } from '../page-parts/charts/dot-chart.ts'
import type { LineChart } from '../page-parts/charts/line-chart.ts'
import { inColor, MAX_LENGTH, type RowChart, withoutBuildSuffixes } from '../page-parts/charts/row-chart.ts'
import type { TextAlternative } from '../page-parts/charts/svg.ts'
import { FLAG_SIGN } from './bind-mounts.ts'
import type { ChartKind, Flag } from './edition.ts'
import type { Figures, PartFigures, RowFigures } from './figures.ts'
import { formatFigure, withUnit } from './units.ts'

/** An entry of a chart's legend. */
export interface LegendEntry {
  /** The scenario. It is a class of `.key`, and the name of a CSS variable with the colour. */
  scenario: string
  title: string
}

/**
 * Returns the chart of a part with one row per figure; null if the part has no chart, a chart of lines, or no figure.
 * The rows of a deleted run have none.
 */
export function makeRowChart(part: PartFigures): RowChart | null {
  if (part.chart === null || part.chart === 'lines') return null
  const chart = ROW_CHARTS[part.chart](part)
  return chart.rows.length === 0 ? null : chart
}

const ROW_CHARTS: Record<Exclude<ChartKind, 'lines'>, (part: PartFigures) => RowChart> = {
  bars: (part) => makeBars(part),
  'error-bars': (part) => makeBars(part, ({ medianInterval }) => medianInterval),
  ratios: (part) =>
    barChart({ axisTitle: `× ${part.reference}`, origin: 1, groups: [{ label: null, bars: ratioBars(part) }] }),
  boxes: (part) => boxChart({ axisTitle: part.unit.title, target: part.target ?? null, rows: boxRows(part) }),
  dots: (part) => dotChart({ axisTitle: part.unit.title, reference: null, rows: dotRows(part) }),
}

/** Returns the flags whose sign the chart of a part shows. */
export function shownFlags({ chart, rows }: PartFigures, flags: readonly Flag[]): Flag[] {
  if (chart !== 'bars' && chart !== 'error-bars') return []
  return flags.filter(({ code }) => rows.some(({ flag }) => flag === code))
}

/** Returns the text alternative of the chart of a part. @param id the id of the chart, unique on the page */
export function makeTextAlternative(part: PartFigures, id: string): TextAlternative {
  return { id, title: `${part.title} (${part.unit.title})`, description: describePart(part) }
}

/** Describes the chart of a part for screen readers. */
export function describePart(part: PartFigures): string {
  return `${describeRows(part)}. The table has the figures.`
}

/** Returns the figures of a part as a text: `host on Linux, Native: median 36.8 ms; …`, without a full stop. */
export function describeRows(part: PartFigures): string {
  return part.rows.map((row) => describeRow(part, row)).join('; ')
}

/**
 * Returns the legend of a part's chart. Each test has its own colour: the colour of its scenario, unless two tests have
 * the same scenario. In a chart of lines, each combination of platform and test has its own colour.
 */
export function makeLegend(part: Pick<PartFigures, 'rows' | 'chart'>): LegendEntry[] {
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

/**
 * Returns the values of a part as bars, in groups of one platform each. A figure of which only an upper
 * bound is known has a bar of that length.
 */
export function makeBars(part: PartFigures, range: (figures: Figures) => [number, number] | null = rangeOf): RowChart {
  const groups = [
    ...Map.groupBy(
      part.rows.filter(({ figures }) => lengthOf(figures) !== null),
      platformOf,
    ),
  ]
  const names = withoutBuildSuffixes(part.rows.map(({ platform }) => platform))
  const nameOf = ({ platform }: RowFigures) => names.get(platform) ?? platform
  const flatName = (row: RowFigures) => `${nameOf(row)} · ${row.test}`
  const headingOf = (row: RowFigures) => (findCommonSystem(part) === null ? `${nameOf(row)} · ${row.os}` : nameOf(row))
  const bars = (rows: RowFigures[], labelOf: (row: RowFigures) => string) =>
    rows.map((row): Bar => {
      const { figures } = row
      const value = lengthOf(figures) ?? 0
      const center = chooseCenter(figures)
      return {
        ...aboutRow(part, row),
        label: labelOf(row),
        value,
        range: range(figures),
        values: figures.values,
        isHollow: row.flag !== null,
        text: `${center === null ? 'at most ' : ''}${formatFigure(value, part.unit)}${row.flag === null ? '' : ` ${FLAG_SIGN}`}`,
        details: { [STATISTIC_TITLES[center?.statistic ?? 'median']]: figures.n === null ? '' : `of ${figures.n}` },
      }
    })
  return barChart({
    axisTitle: part.unit.title,
    origin: 0,
    groups: groupBars(groups.map(([, rows]) => rows)),
  })

  /** One row of a platform needs no heading, unless its label would be too long. What all rows share is their heading. */
  function groupBars(platforms: RowFigures[][]): BarChart['groups'] {
    const rows = platforms.flat()
    if (rows.length === platforms.length) {
      if (rows.every((row) => flatName(row).length <= MAX_LENGTH)) return [{ label: null, bars: bars(rows, flatName) }]
      const [test = '', ...others] = new Set(rows.map((row) => row.test))
      if (rows.length > 1 && others.length === 0) return [{ label: test, bars: bars(rows, headingOf) }]
    }
    return platforms.map((rows) => ({
      label: headingOf(rows[0] as RowFigures),
      bars: bars(rows, ({ test }) => test),
    }))
  }
}

/** Returns the operating system of all rows of a part; null if they have several. */
export function findCommonSystem({ rows }: Pick<PartFigures, 'rows'>): string | null {
  const [os = null, ...others] = new Set(rows.map(({ os }) => os))
  return others.length === 0 ? os : null
}

function ratioBars(part: PartFigures): Bar[] {
  return part.rows.flatMap((row) => {
    const { ratio } = row.figures
    if (ratio === null) return []
    const bar = { label: row.test, value: ratio, range: null, values: [], text: formatRatio(ratio) }
    return [{ ...aboutRow(part, row), ...bar }]
  })
}

function boxRows(part: PartFigures) {
  return part.rows.flatMap((row) => {
    const { values, median, quartiles } = row.figures
    if (median === null || quartiles === null) return []
    return [{ ...aboutRow(part, row), label: rowName(row), values, median, quartiles, text: amountIn(part, median) }]
  })
}

function dotRows(part: PartFigures) {
  return part.rows.flatMap((row) => {
    const { values, warmups, median } = row.figures
    if (median === null && values.length === 0) return []
    return {
      ...aboutRow(part, row),
      label: rowName(row),
      median,
      medianText: median === null ? '' : amountIn(part, median),
      dots: [...warmups, ...values].map((value, index) => ({ value, round: index, warmup: index < warmups.length })),
    }
  })
}

/** What all charts say of a row, and its colour. */
function aboutRow(part: PartFigures, row: RowFigures) {
  const color = makeLegend(part).find(({ title }) => title === legendName(part, row))?.scenario ?? 'other'
  return { benchmark: platformOf(row), scenario: row.test, color }
}

/** Returns the chart of a part whose figures depend on the record size; null if the part has another chart or none. */
export function makeLineChart(part: PartFigures): LineChart | null {
  if (part.chart !== 'lines' || part.rows.length === 0) return null
  const records = part.rows.flatMap(({ records }) => records ?? [])
  return {
    axisTitle: part.unit.title,
    records: [Math.min(...records), Math.max(...records)],
    series: [...Map.groupBy(part.rows, (row) => legendName(part, row))].map(([label, rows]) => {
      const [first] = rows as [RowFigures]
      const { least, most } = first.figures
      return {
        label,
        color: inColor(aboutRow(part, first).color).color,
        points: rows.flatMap(({ records, figures }) => {
          const value = chooseCenter(figures)?.value
          return records === null || value === undefined ? [] : [{ record: records[0], value }]
        }),
        bounds: least === null && most === null ? null : { least, most },
      }
    }),
  }
}

function describeRow(part: PartFigures, row: RowFigures): string {
  const { ratio, least, most } = row.figures
  const center = chooseCenter(row.figures)
  const figure =
    part.chart === 'ratios' && ratio !== null
      ? formatRatio(ratio)
      : center !== null
        ? `${STATISTIC_TITLES[center.statistic]} ${amountIn(part, center.value)}`
        : [
            least === null ? '' : `at least ${amountIn(part, least)}`,
            most === null ? '' : `at most ${amountIn(part, most)}`,
          ]
            .filter((text) => text !== '')
            .join(', ')
  return `${row.platform} on ${row.os}, ${row.test}: ${figure}`
}

function lengthOf(figures: Figures): number | null {
  return chooseCenter(figures)?.value ?? figures.most
}

function rangeOf({ minimum, maximum }: Figures): [number, number] | null {
  return minimum === null || maximum === null || minimum === maximum ? null : [minimum, maximum]
}

function amountIn({ unit }: PartFigures, value: number): string {
  return withUnit(formatFigure(value, unit), unit)
}

function platformOf({ platform, os }: RowFigures): string {
  return `${platform} · ${os}`
}

function rowName({ platform, test }: RowFigures): string {
  return `${platform} · ${test}`
}

/**
 * Returns the name of a row in the legend. A line is made of the rows of all record sizes of a test, so its name omits
 * the text after the last comma.
 */
function legendName({ chart }: Pick<PartFigures, 'chart'>, row: RowFigures): string {
  return chart === 'lines' ? `${row.platform} · ${row.test.replace(/,[^,]*$/, '')}` : row.test
}
