import {
  type BenchmarkSummary,
  centerOf,
  describeAbsence,
  describeRatioReason,
  formatAmount,
  formatRange,
  formatRatio,
  formatRatioInterval,
  STATISTIC_TITLES,
} from '@plimsoll/schema'
import type { Panel, PanelRow } from './panel.ts'

/** The figures of one metric of one row. */
export interface Line {
  row: PanelRow
  summary: BenchmarkSummary
}

interface RowProperties {
  line: Line
  panel: Panel
  /** The median with the longest bar; 0 for a row without a bar. */
  largest: number
}

/** A row of the table of results: one metric of one benchmark. */
export function ResultRow({ line: { row, summary }, panel, largest }: RowProperties) {
  const { benchmark } = row
  return (
    <>
      <tr data-row={benchmark.status}>
        <th scope="row" className="stick">
          <span className="name">{row.engine}</span>
          {row.ambiguous && <small>{benchmark.engine}</small>}
        </th>
        <td className="scenario">
          <i className={`key ${benchmark.scenario}`} />
          {benchmark.scenario}
          {row.variant && <small>{row.variant}</small>}
        </td>
        {summary.n !== 0 ? (
          <Figures row={row} summary={summary} panel={panel} largest={largest} />
        ) : (
          benchmark.status === 'ok' && (
            <>
              <td className="number count">0</td>
              <td className="number strong">{describeAbsence(benchmark, summary.metric)}</td>
              <td colSpan={2} />
            </>
          )
        )}
      </tr>
      {benchmark.status !== 'ok' && <Problem {...row} />}
    </>
  )
}

function Figures({
  row,
  summary,
  panel,
  largest,
}: { row: PanelRow; summary: BenchmarkSummary } & Omit<RowProperties, 'line'>) {
  const { n, unit, minimum, maximum, outliers } = summary
  const center = centerOf(summary)
  return (
    <>
      <td className="number count">
        {n ?? '–'}
        {outliers.length > 0 && <small>{outliers.length} outlying</small>}
      </td>
      <td className="number strong">
        <CenterFigure summary={summary} />
        {center !== null && largest > 0 && <Bar share={center.value / largest} scenario={row.benchmark.scenario} />}
      </td>
      <td className="number">
        {minimum === null || maximum === null || minimum === maximum ? '–' : formatRange(minimum, maximum, unit)}
      </td>
      <td className="number wide-figure">
        <Ratio summary={summary} panel={panel} />
      </td>
    </>
  )
}

/** The value of a result, with the interval of a median. */
function CenterFigure({ summary }: { summary: BenchmarkSummary }) {
  const { unit, medianInterval } = summary
  const center = centerOf(summary)
  if (center === null) return '–'
  return (
    <>
      {formatAmount(center.value, unit)}
      {center.statistic === 'mean' && <small>{STATISTIC_TITLES.mean}</small>}
      {medianInterval !== null && <small>{formatRange(...medianInterval, unit)}</small>}
    </>
  )
}

/** A bar without a text alternative, because the median is beside it. `share` is that of the longest bar, 0 to 1. */
function Bar({ share, scenario }: { share: number; scenario: string }) {
  return (
    <svg className={`median-bar ${scenario}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.round(share * 1000) / 10} height="4" />
    </svg>
  )
}

/**
 * A ratio: its digits with the interval, or its status in words, with the reason as a tooltip. The reason is also below
 * the table.
 */
function Ratio({ summary, panel }: { summary: BenchmarkSummary; panel: Panel }) {
  const { ratio } = summary
  if (ratio === null) return '–'
  const { status, value, interval, reference, rounds } = ratio
  if (value === null)
    return (
      <span className="status" title={describeRatioReason(ratio) ?? undefined}>
        {status}
      </span>
    )
  const basis =
    status === 'source' ? `source’s ${basisOf(summary, panel, reference)}` : rounds !== summary.n && `${rounds} rounds`
  const remarks = [
    interval && formatRatioInterval(interval),
    basis,
    reference !== 'native' && `to ${reference}`,
  ].filter((remark) => remark)
  return (
    <>
      {formatRatio(value)}
      <small>{remarks.join(', ')}</small>
    </>
  )
}

/** What a ratio of a transcribed run compares: the medians, if both benchmarks have one. */
function basisOf({ median, metric }: BenchmarkSummary, { rows }: Panel, reference: string): 'medians' | 'means' {
  const references = rows
    .filter(({ benchmark }) => benchmark.scenario === reference)
    .flatMap(({ primary, others }) => [primary, ...others].filter((summary) => summary.metric === metric))
  return median !== null && references.every((summary) => summary.median !== null) ? 'medians' : 'means'
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
            reason
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
