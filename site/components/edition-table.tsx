import { chooseCenter, formatRatio, STATISTIC_TITLES } from '@plimsoll/schema/browser'
import { Fragment, type ReactNode } from 'react'
import type { Column, Flag } from '../src/editions/edition.ts'
import type { Figures, PartFigures, RowFigures } from '../src/editions/figures.ts'
import type { LegendEntry } from '../src/editions/part-chart.ts'
import { formatFigure, type Unit } from '../src/editions/units.ts'
import { formatGroups } from '../src/page-parts/two-groups.ts'
import { type DataRow, DataTable } from './data-table.tsx'
import { ErratumLink } from './erratum-article.tsx'

interface Properties {
  part: PartFigures
  /** The legend of the part's colours. */
  legend: LegendEntry[]
  flags: Flag[]
  /** The errata that touch single rows, by the anchor of the row. */
  errata: Record<string, string[]>
}

/**
 * The rows of a part of an edition, in the layout of the source. The first version of a row that the source replaced is
 * below the row.
 */
export function EditionTable({ part, legend, flags, errata }: Properties) {
  const columns = shownColumns(part)
  const platforms = [...Map.groupBy(part.rows, ({ os, platform }) => `${os} ${platform}`).values()]
  return (
    <DataTable
      label={`${part.title}: figures`}
      className="figures edition"
      columns={[
        ['Platform', 'wrap'],
        ['Scenario', 'beside'],
        ...columns.map(
          (column) =>
            [headOf(column, part), column === 'center' ? 'number strong' : 'number', remarkOf(column, part)] as const,
        ),
      ]}
      groups={platforms.map((members) => ({
        title: null,
        rows: members.flatMap((row, index) => {
          const isRepeated = index > 0
          return [
            {
              key: row.test,
              attributes: { id: row.anchor, 'data-row': row.scenario, 'data-flag': row.flag ?? undefined },
              fields: [
                <Platform key="platform" row={row} isRepeated={isRepeated} />,
                <Test key="test" row={row} legend={legend} flags={flags} errata={errata[row.anchor] ?? []} />,
                ...figuresOf(part, row.figures),
              ],
            },
            ...earlierRow(part, row),
          ]
        }),
      }))}
    />
  )
}

/** A column of the table: one of the part, or the value of each row (`chooseCenter`). */
type ShownColumn = 'center' | Exclude<Column, 'average' | 'median' | 'interval' | 'deviation'>

/** Returns the columns of the table. The mean, its interval and the deviation are in the details below the table. */
function shownColumns({ columns }: PartFigures): ShownColumn[] {
  const shown = columns.filter((column) => column in HEADS) as ShownColumn[]
  return columns.includes('average') || columns.includes('median') ? ['center', ...shown] : shown
}

const HEADS: Record<Exclude<ShownColumn, 'center'>, string> = {
  quartiles: 'Quartiles',
  range: 'Min–max',
  count: 'Samples',
  ratio: 'Ratio',
  'next-run': 'Next run',
  bounds: 'Bounds',
}

/** The column of values is named after what they are. A mean among medians is marked in its row. */
function headOf(column: ShownColumn, { rows }: PartFigures): string {
  if (column !== 'center') return HEADS[column]
  const centers = rows.flatMap(({ figures }) => chooseCenter(figures) ?? [])
  return centers.length > 0 && centers.every(({ statistic }) => statistic === 'mean') ? 'Mean of the source' : 'Median'
}

/** The platform of a row with its system. It stands out in the first of its rows. */
function Platform({ row: { platform, os }, isRepeated }: { row: RowFigures; isRepeated: boolean }) {
  return (
    <span className={isRepeated ? 'repeated' : undefined}>
      {platform} <span className="os">{os}</span>
    </span>
  )
}

function Test({
  row,
  legend,
  flags,
  errata,
}: { row: RowFigures; errata: string[] } & Pick<Properties, 'legend' | 'flags'>) {
  const { anchor, platform, test } = row
  const color = legend.find(({ title }) => title === test)?.scenario
  const flag = flags.find(({ code }) => code === row.flag)
  return (
    <>
      {color !== undefined && <i className={`key ${color}`} />}
      {test}
      <a className="permalink" href={`#${anchor}`} aria-label={`Link to this row: ${platform}, ${test}`}>
        #
      </a>{' '}
      {flag !== undefined && (
        <a className="flag" href={`#flag-${flag.code}`}>
          {flag.title}
        </a>
      )}
      {errata.map((code) => (
        <ErratumLink key={code} erratum={code} root="../" />
      ))}
    </>
  )
}

/** The first version of a row that the source replaced, as a row; none if the source replaced none. */
function earlierRow(part: PartFigures, row: RowFigures): DataRow[] {
  if (row.earlier === null) return []
  const { date } = row.earlier
  return [
    {
      key: `${row.test} ${date}`,
      attributes: { className: 'earlier' },
      fields: [
        <Platform key="platform" row={row} isRepeated />,
        <Fragment key="test">
          first version of the data file (<time dateTime={date}>{date}</time>)
        </Fragment>,
        ...figuresOf(part, row.earlier),
      ],
    },
  ]
}

function figuresOf(part: PartFigures, figures: Figures): ReactNode[] {
  return shownColumns(part).map((column) =>
    column === 'center' ? (
      <CenterFigure key={column} part={part} figures={figures} />
    ) : (
      TEXTS[column](figures, part.unit)
    ),
  )
}

/** What the figures of a column are relative to, or their unit; null for a number of samples. */
function remarkOf(column: ShownColumn, { reference, unit }: PartFigures): string | null {
  if (column === 'count') return null
  return column === 'ratio' || column === 'next-run' ? `to ${reference}` : unit.short
}

/** The value of a row. The interval of a median is shown where the source has intervals, too. */
function CenterFigure({ part, figures }: { part: PartFigures; figures: Figures }): ReactNode {
  const { columns, unit } = part
  const center = chooseCenter(figures)
  if (center === null) return '–'
  const marked = center.statistic === 'mean' && headOf('center', part) === 'Median'
  return (
    <>
      {formatFigure(center.value, unit)}
      {marked && <small>{STATISTIC_TITLES.mean}</small>}
      {columns.includes('interval') && figures.medianInterval !== null && (
        <small>{formatPair(figures.medianInterval, unit)}</small>
      )}
      {columns.includes('median') && figures.groups !== null && (
        <small>{formatGroups(figures.groups, (value) => formatFigure(value, unit))}</small>
      )}
    </>
  )
}

const TEXTS: Record<Exclude<ShownColumn, 'center'>, (figures: Figures, unit: Unit) => string> = {
  quartiles: ({ quartiles }, unit) => formatPair(quartiles, unit),
  range: ({ n, minimum, maximum }, unit) =>
    minimum === maximum && (n ?? 1) === 1 ? 'one run' : formatPair([minimum, maximum], unit),
  count: ({ n }) => (n === null ? '–' : String(n)),
  ratio: ({ ratio, measuredRatio }) => measuredRatio?.text ?? (ratio === null ? '–' : formatRatio(ratio)),
  'next-run': ({ nextRun }) =>
    nextRun === null ? '–' : `${formatRatio(nextRun[0]).slice(0, -1)}–${formatRatio(nextRun[1])}`,
  bounds: ({ least, most }, unit) =>
    [
      ...(least === null ? [] : [`at least ${formatFigure(least, { decimals: 0 })}`]),
      ...(most === null ? [] : [`at most ${formatFigure(most, { decimals: 0 })}`]),
    ].join(', ') || formatOne(null, unit),
}

/** Formats a figure; a dash if it is unknown. */
export function formatOne(value: number | null, unit: Unit): string {
  return value === null ? '–' : formatFigure(value, unit)
}

/** Formats two figures as a range; a dash if it is unknown. */
export function formatPair(values: [number | null, number | null] | null, unit: Unit): string {
  return values === null ? '–' : `${formatOne(values[0], unit)}–${formatOne(values[1], unit)}`
}
