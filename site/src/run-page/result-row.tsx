import { formatAmount } from '@plimsoll/schema'
import { named, TextWithCode } from '../../components/text.tsx'
import { scenarioColor } from '../page-parts/charts/row-chart.ts'
import type { PanelRow } from './panel.ts'
import type { Line, RatioTexts, ResultTexts } from './result-texts.ts'

interface RowProperties {
  line: Line
  texts: ResultTexts
  /** The median with the longest bar; 0 for a row without a bar. */
  largest: number
}

/** A row of the table of results: one metric of one benchmark. */
export function ResultRow(properties: RowProperties) {
  const { line, texts } = properties
  const { row, summary } = line
  const { benchmark } = row
  return (
    <>
      <tr className={scenarioColor(benchmark.scenario)}>
        <th scope="row" className="stick">
          {named(row.engine)}
          {row.ambiguous && <small>{benchmark.engine}</small>}
        </th>
        <td className="scenario">
          <i className="key" />
          {benchmark.scenario}
          {row.variant && <small>{row.variant}</small>}
        </td>
        {summary.n !== 0 && <Figures {...properties} />}
        {texts.absence !== null && (
          <>
            <td className="number count" data-label="Samples">
              0
            </td>
            <td className="number strong">{texts.absence}</td>
            <td colSpan={2} />
          </>
        )}
      </tr>
      {benchmark.status !== 'ok' && <Problem {...row} />}
    </>
  )
}

function Figures({ line, texts, largest }: RowProperties) {
  const { n, outliers } = line.summary
  const { center, statistic, interval, range, groups, ratio } = texts
  return (
    <>
      <td className="number count" data-label="Samples">
        {n ?? '–'}
        {outliers.length > 0 && groups === null && <small>{outliers.length} outlying</small>}
      </td>
      <td className="number strong" data-label="Median">
        {center === null ? '–' : formatAmount(center, line.summary.unit)}
        {statistic !== null && <small>{statistic}</small>}
        {interval !== null && <small>{interval}</small>}
        {groups !== null && <small>{groups}</small>}
        {center !== null && largest > 0 && <Bar share={center / largest} />}
      </td>
      <td className="number" data-label="Min–max">
        {range}
      </td>
      <td className="number wide-figure" data-label="Ratio">
        {ratio === null ? '–' : <Ratio {...ratio} />}
      </td>
    </>
  )
}

/** A bar without a text alternative, because the median is beside it. `share` is that of the longest bar, 0 to 1. */
function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true">
      <rect width={`${Math.round(share * 1000) / 10}%`} />
    </svg>
  )
}

/** The ratio at the ends of the axis of a range; longer ranges are cut there. */
const AXIS_END = 4

/** A range of a ratio on a logarithmic axis with 1 in the middle. It has no text alternative: the range is above it. */
function RangeBar({ range }: { range: readonly [number, number] }) {
  const [from, to] = range.map((end) => 50 + 50 * Math.max(-1, Math.min(1, Math.log(end) / Math.log(AXIS_END)))) as [
    number,
    number,
  ]
  return (
    <svg className="range" aria-hidden="true">
      <rect x={`${from.toFixed(1)}%`} width={`${(to - from).toFixed(1)}%`} />
      <line x1="50%" x2="50%" y2="100%" />
    </svg>
  )
}

function Ratio(ratio: RatioTexts) {
  if ('status' in ratio)
    return (
      <span className="status" title={ratio.reason ?? undefined}>
        {ratio.status}
      </span>
    )
  return (
    <>
      {ratio.digits}
      <small>{ratio.remarks}</small>
      {ratio.range && <RangeBar range={ratio.range} />}
    </>
  )
}

function Problem({ benchmark }: PanelRow) {
  const reason = benchmark.reason ?? 'no reason given'
  const [first = ''] = reason.split('\n', 1)
  const brief = first.length > 160 ? `${first.slice(0, 160)}…` : first
  return (
    <tr className="problem">
      <td colSpan={6}>
        <div className="reason">
          <strong>{benchmark.status}</strong>{' '}
          {brief === reason ? (
            <TextWithCode text={reason} />
          ) : (
            <details>
              <summary>{brief}</summary>
              <pre>{reason}</pre>
            </details>
          )}
        </div>
      </td>
    </tr>
  )
}
