import { formatRatio } from '@plimsoll/schema/browser'
import type { ReactNode } from 'react'
import { showsMedians } from '../src/editions/center.ts'
import type { Column, Flag } from '../src/editions/edition.ts'
import type { Figures, ResolvedPart, ResolvedRow } from '../src/editions/figures.ts'
import type { LegendEntry } from '../src/editions/part-chart.ts'
import { formatFigure, type Unit } from '../src/editions/units.ts'
import { ScrollRegion } from './scroll-region.tsx'

interface Properties {
  part: ResolvedPart
  /** The legend of the part's colours. */
  legend: LegendEntry[]
  flags: Flag[]
}

/**
 * The rows of a part of an edition, in the layout of the source. Other published figures of a row are below the row.
 */
export function EditionTable({ part, legend, flags }: Properties) {
  const wide = part.columns.length > MAX_COLUMNS
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
            {part.columns.map((column) => (
              <th scope="col" className="number" key={column}>
                {HEADS[column]}
                {column === 'count' || (
                  <small>
                    {column === 'ratio' || column === 'next-run'
                      ? `to ${part.reference}`
                      : wide
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

const HEADS: Record<Column, string> = {
  average: 'Mean',
  interval: '95% interval',
  median: 'Median',
  quartiles: 'Quartiles',
  range: 'Min–max',
  deviation: 'Std. deviation',
  count: 'Samples',
  ratio: 'Ratio',
  'next-run': 'Next run',
  bounds: 'Bounds',
}

function Row({
  part,
  row,
  repeated,
  color,
  flag,
}: {
  part: ResolvedPart
  row: ResolvedRow
  repeated: boolean
  color: string | undefined
  flag: Flag | undefined
}) {
  const cells = (figures: Figures) => <FigureCells columns={part.columns} unit={part.unit} figures={figures} />
  return (
    <>
      <tr data-row={row.scenario} data-flag={flag?.code}>
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
          {flag !== undefined && (
            <a className="flag" href={`#flag-${flag.code}`}>
              {flag.title}
            </a>
          )}
        </td>
        {cells(row.figures)}
      </tr>
      {row.earlier !== null && (
        <Below>
          <td>
            first version of the data (<time dateTime={row.earlier.date}>{row.earlier.date}</time>)
          </td>
          {cells(row.earlier)}
        </Below>
      )}
      {row.misprinted !== null && (
        <Below>
          <td>as printed</td>
          <td className="number">{formatFigure(row.misprinted.average, part.unit)}</td>
          <td className="number">{pair([row.misprinted.minimum, row.misprinted.maximum], part.unit)}</td>
          <td className="number">–</td>
        </Below>
      )}
    </>
  )
}

/** A table row with a remark on the row above it. */
function Below({ children }: { children: ReactNode }) {
  return (
    <tr className="earlier">
      <td className="os" />
      <td className="stick" />
      {children}
    </tr>
  )
}

function FigureCells({ columns, unit, figures }: { columns: Column[]; unit: Unit; figures: Figures }) {
  const center = showsMedians({ columns }) ? 'median' : 'average'
  return columns.map((column) => (
    <td className={column === center ? 'number strong' : 'number'} key={column}>
      {TEXTS[column](figures, unit)}
    </td>
  ))
}

const TEXTS: Record<Column, (figures: Figures, unit: Unit) => string> = {
  average: ({ average }, unit) => one(average, unit),
  interval: ({ interval }, unit) => pair(interval, unit),
  median: ({ median }, unit) => one(median, unit),
  quartiles: ({ quartiles }, unit) => pair(quartiles, unit),
  range: ({ n, minimum, maximum }, unit) =>
    minimum === maximum && (n ?? 1) === 1 ? 'one run' : pair([minimum, maximum], unit),
  deviation: ({ deviation }, unit) => one(deviation, unit),
  count: ({ n }) => (n === null ? '–' : String(n)),
  ratio: ({ ratio, measuredRatio }) => measuredRatio?.text ?? (ratio === null ? '–' : formatRatio(ratio)),
  'next-run': ({ nextRun }) =>
    nextRun === null ? '–' : `${formatRatio(nextRun[0]).slice(0, -1)}–${formatRatio(nextRun[1])}`,
  bounds: ({ least, most }, unit) =>
    [
      ...(least === null ? [] : [`at least ${formatFigure(least, { decimals: 0 })}`]),
      ...(most === null ? [] : [`at most ${formatFigure(most, { decimals: 0 })}`]),
    ].join(', ') || one(null, unit),
}

function one(value: number | null, unit: Unit): string {
  return value === null ? '–' : formatFigure(value, unit)
}

function pair(values: [number | null, number | null] | null, unit: Unit): string {
  return values === null ? '–' : `${one(values[0], unit)}–${one(values[1], unit)}`
}
