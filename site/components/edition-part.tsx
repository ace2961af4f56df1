import { Fragment } from 'react'
import { FLAG_SIGN } from '../src/editions/bind-mounts.ts'
import type { Column, Flag } from '../src/editions/edition.ts'
import type { Figures, PartFigures, RowFigures } from '../src/editions/figures.ts'
import { findCommonSystem, type LegendEntry, shownFlags } from '../src/editions/part-chart.ts'
import type { Unit } from '../src/editions/units.ts'
import type { Drawing } from '../src/page-parts/charts/line-chart.ts'
import type { PlacedChart } from '../src/page-parts/charts/responsive-chart.tsx'
import { TWO_GROUPS } from '../src/page-parts/two-groups.ts'
import { Chart, Legend } from './chart-frame.tsx'
import { DataTable } from './data-table.tsx'
import { EditionTable, formatOne, formatPair } from './edition-table.tsx'
import { TakeAway } from './take-away.tsx'
import { TextWithCode } from './text.tsx'

/** A part of an edition (a table on one subject), with its chart. */
export interface ShownPart {
  part: PartFigures
  /** The workloads of the part that have a page. */
  workloads: string[]
  /** The legend of the part's chart. */
  legend: LegendEntry[]
  /** The chart; null if the part has none. */
  chart: PlacedChart | Drawing | null
  /** What can be taken away of the chart: the address of its spec, and the HTML to embed it; null for lines and without a chart. */
  taken: { files: [format: string, address: string][]; embed: string } | null
}

interface Edition {
  flags: Flag[]
  /** The errata that touch single rows, by the anchor of the row. */
  errata: Record<string, string[]>
  /** Whether the part is folded, and if so, whether it is open at first; null if it is not folded. */
  fold: 'open' | 'closed' | null
}

/** Shows one part of an edition: its chart, its table, and how the figures of both were computed. */
export function EditionPartSection({ fold, ...shown }: ShownPart & Edition) {
  const { code, title } = shown.part
  if (fold === null)
    return (
      <section aria-labelledby={code}>
        <h2 id={code}>{title}</h2>
        <Part {...shown} />
      </section>
    )
  // The anchor of the part is inside of the details, so that a browser opens them for a link to it.
  return (
    <section className="folded" aria-labelledby={`${code}-title`}>
      <details open={fold === 'open'}>
        <summary>
          <h2 id={`${code}-title`}>{title}</h2>
        </summary>
        <div id={code}>
          <Part {...shown} />
        </div>
      </details>
    </section>
  )
}

function Part({ part, workloads, legend, chart, taken, flags, errata }: ShownPart & Omit<Edition, 'fold'>) {
  const [first, ...others] = part.text
  const system = isWithRows(chart) ? findCommonSystem(part) : null
  const note = part.columns.flatMap((column) => NOTES[column]?.(part) || []).join(' ')
  return (
    <>
      {chart === null ? (
        <p>
          <TextWithCode text={part.text.join(' ')} />
        </p>
      ) : (
        <Chart chart={chart}>
          <strong>{first}</strong> <TextWithCode text={others.join(' ')} />
          {hasDots(chart) && ' Each dot is a sample.'}
          {system !== null && ` All on ${system}.`}
          {part.chart === 'lines' && <Legend entries={legend} />}
        </Chart>
      )}
      <HollowNote flags={shownFlags(part, flags)} />
      <EditionTable part={part} legend={chart === null ? [] : legend} flags={flags} errata={errata} />
      <EditionMeans part={part} />
      {note !== '' && <p className="fine">{note}</p>}
      {workloads.length > 0 && (
        <p className="fine">
          Later results:{' '}
          {workloads.map((workload, at) => (
            <Fragment key={workload}>
              {at > 0 && ', '}
              <a href={`../workloads/${workload}`}>{workload} over time</a>
            </Fragment>
          ))}
          .
        </p>
      )}
      {taken !== null && (
        <TakeAway files={taken.files} embed={taken.embed} root="../">
          <a href="#cite">How to cite</a>
        </TakeAway>
      )}
    </>
  )
}

/** Says why some bars of a chart are hollow. */
function HollowNote({ flags }: { flags: Flag[] }) {
  if (flags.length === 0) return null
  return (
    <p className="fine footnote">
      {FLAG_SIGN} Hollow bars are flagged, because their values are doubtful:{' '}
      {flags.map(({ code, title }, at) => (
        <Fragment key={code}>
          {at > 0 && ', '}
          <a href={`#flag-${code}`}>{title}</a>
        </Fragment>
      ))}
      .
    </p>
  )
}

function isWithRows(chart: PlacedChart | Drawing | null): boolean {
  return chart !== null && 'positioned' in chart
}

/** Whether a chart of bars also has the samples. */
function hasDots(chart: PlacedChart | Drawing): boolean {
  return 'positioned' in chart && (chart.positioned.marks.values ?? []).length > 0
}

/** Why some ratios of a part have no digits, without duplicates. */
function reasonsOf(rows: RowFigures[]): string[] {
  return [...new Set(rows.flatMap(({ figures }) => figures.measuredRatio?.reason ?? []))]
}

const NOTES: Partial<Record<Column, (part: PartFigures) => string>> = {
  median: ({ rows }) =>
    [
      rows.some(({ runs }) => runs > 1)
        ? 'Median and min–max of a row of several runs: of the samples of all of them together, so the median of one run can differ.'
        : '',
      rows.some(({ figures }) => figures.groups !== null) ? TWO_GROUPS : '',
    ]
      .filter(Boolean)
      .join(' '),
  'next-run': ({ rows }) =>
    rows.some(({ figures }) => figures.ratio !== null)
      ? 'Ratio of a row of several runs: to the reference row, the geometric mean of the runs with its 95% t interval. Next run: the 95% prediction interval of one more run.'
      : '',
  ratio: ({ columns, reference, rows }) =>
    columns.includes('next-run')
      ? reasonsOf(rows).join(' ')
      : rows.some(({ figures }) => figures.measuredRatio !== null)
        ? `Ratio: to the reference row (${reference}) by rounds (Hodges–Lehmann), with its exact 95% interval. It need not equal the quotient of the medians. ${reasonsOf(rows).join(' ')}`.trim()
        : rows.some(({ figures }) => figures.median !== null)
          ? `Ratio: median of the row ÷ median of the reference row (${reference}). All figures are computed from the samples.`
          : 'The ratios are those printed in the source.',
  interval: () => 'Below a median: its 95% interval, from order statistics. Of the mean: by Student’s t.',
  bounds: () => 'The bounds are those stated in the text of the source.',
}

/**
 * The means of a part, and the figures that the source prints and that do not follow from its values. The table of the
 * part shows medians. Null if the part has neither.
 */
export function EditionMeans({ part }: { part: PartFigures }) {
  const { rows, unit } = part
  const columns = MEANS.filter(({ column }) => part.columns.includes(column))
  const misprinted = rows.filter((row) => row.misprinted !== null)
  const isSame = rows.every(({ figures }) => (figures.n ?? 1) === 1)
  if (columns.length === 0 || (isSame && misprinted.length === 0)) return null
  return (
    <details>
      <summary>{misprinted.length === 0 ? 'Means' : 'Means, and what the source prints'}</summary>
      <DataTable
        label={`${part.title}: means`}
        columns={[
          ['Platform'],
          ['Scenario', 'beside'],
          ...columns.map(({ title }) => [title, 'number', unit.short] as const),
          ...(misprinted.length === 0 ? [] : [['Printed', 'number', 'mean, min–max'] as const]),
        ]}
        rows={rows.map((row) => ({
          key: `${row.os} ${row.platform} ${row.test}`,
          fields: [
            row.platform,
            row.test,
            ...columns.map(({ text }) => text(row.figures, unit)),
            ...(misprinted.length === 0 ? [] : [printed(row, unit)]),
          ],
        }))}
      />
    </details>
  )
}

const MEANS: { column: Column; title: string; text: (figures: Figures, unit: Unit) => string }[] = [
  { column: 'average', title: 'Mean', text: ({ mean }, unit) => formatOne(mean, unit) },
  { column: 'interval', title: '95% interval', text: ({ meanInterval }, unit) => formatPair(meanInterval, unit) },
  { column: 'deviation', title: 'Std. deviation', text: ({ deviation }, unit) => formatOne(deviation, unit) },
]

/** What the source prints for a row. Most rows are printed as they follow from their values. */
function printed({ misprinted }: RowFigures, unit: Unit): string {
  if (misprinted === null) return 'the same'
  const { average, minimum, maximum } = misprinted
  return `${formatOne(average, unit)}, ${formatPair([minimum, maximum], unit)}`
}
