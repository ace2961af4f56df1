import { chooseCenter, formatRatio, STATISTIC_TITLES } from '@plimsoll/schema/browser'
import type { ReactNode } from 'react'
import type { Column, Flag } from '../src/editions/edition.ts'
import type { Figures, PartFigures, RowFigures } from '../src/editions/figures.ts'
import type { LegendEntry } from '../src/editions/part-chart.ts'
import { formatFigure, type Unit } from '../src/editions/units.ts'
import { formatGroups } from '../src/page-parts/two-groups.ts'
import { ScrollRegion } from './data-table.tsx'
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
  const wide = columns.length > MAX_COLUMNS
  const platforms = [...Map.groupBy(part.rows, ({ os, platform }) => `${os} ${platform}`).values()]
  return (
    <ScrollRegion name={`${part.title}: figures`}>
      <table className={wide ? 'figures stacked edition wide' : 'figures stacked edition'}>
        <thead>
          <tr>
            <th scope="col" className="os">
              OS
            </th>
            <th scope="col" className="stick">
              Platform
            </th>
            <th scope="col" className="scenario">
              Test
            </th>
            {columns.map((column) => (
              <th scope="col" className="number" key={column}>
                {headOf(column, part)}
                {column === 'count' || (
                  <small>
                    {column === 'ratio' || column === 'next-run'
                      ? `to ${part.reference}`
                      : wide || part.unit.title.length > MAX_UNIT
                        ? part.unit.short
                        : part.unit.title}
                  </small>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {platforms.map((members) => (
          <tbody key={`${members[0]?.os} ${members[0]?.platform}`}>
            {members.map((row, index) => (
              <Row
                key={row.test}
                part={part}
                row={row}
                repeated={index > 0}
                color={legend.find(({ title }) => title === row.test)?.scenario}
                flag={flags.find(({ code }) => code === row.flag)}
                errata={errata[row.anchor] ?? []}
              />
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

/** Tables with more columns than this have less space between the columns. */
const MAX_COLUMNS = 4
/** A longer title of a unit would break within a word on a phone. The chart and its axis have the title. */
const MAX_UNIT = 8

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

function Row({
  part,
  row,
  repeated,
  color,
  flag,
  errata,
}: {
  part: PartFigures
  row: RowFigures
  repeated: boolean
  color: string | undefined
  flag: Flag | undefined
  errata: string[]
}) {
  const { anchor } = row
  return (
    <>
      <tr id={anchor} data-row={row.scenario} data-flag={flag?.code}>
        <td className="os">{row.os}</td>
        <th scope="row" className={repeated ? 'stick repeated' : 'stick'}>
          <span className="platform">
            {row.platform}
            <small className="os-below">{row.os}</small>
          </span>
        </th>
        <td className="scenario">
          {color !== undefined && <i className={`key ${color}`} />}
          {row.test}
          <a className="permalink" href={`#${anchor}`} aria-label={`Link to this row: ${row.platform}, ${row.test}`}>
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
        </td>
        <FigureCells part={part} figures={row.figures} />
      </tr>
      {row.earlier !== null && (
        <tr className="earlier">
          <td className="os" />
          <td className="stick" />
          <td>
            first version of the data file (<time dateTime={row.earlier.date}>{row.earlier.date}</time>)
          </td>
          <FigureCells part={part} figures={row.earlier} />
        </tr>
      )}
    </>
  )
}

function FigureCells({ part, figures }: { part: PartFigures; figures: Figures }) {
  return shownColumns(part).map((column) => (
    <td className={column === 'center' ? 'number strong' : 'number'} data-label={labelOf(column, part)} key={column}>
      {column === 'center' ? <CenterFigure part={part} figures={figures} /> : TEXTS[column](figures, part.unit)}
    </td>
  ))
}

/** The title of a figure on a narrow screen, short enough for a line above the figure. */
function labelOf(column: ShownColumn, part: PartFigures): string {
  if (column === 'ratio') return `× ${part.reference}`
  return [headOf(column, part), remarkOf(column, part)].filter(Boolean).join(' ')
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
