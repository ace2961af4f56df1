import { formatAmount } from '@plimsoll/schema'
import type { ReactNode } from 'react'
import type { DataRow } from '../../components/data-table.tsx'
import { named, TextWithCode } from '../../components/text.tsx'
import { scenarioColor } from '../page-parts/charts/row-chart.ts'
import type { PanelRow } from './panel.ts'
import type { Line, RatioTexts, ResultTexts } from './result-texts.ts'

/**
 * Returns a row of the table of results: one metric of one benchmark.
 * @param largest the median with the longest bar; 0 for a row without a bar
 */
export function resultRow({ row, summary }: Line, texts: ResultTexts, largest: number): Omit<DataRow, 'key'> {
  const { benchmark } = row
  return {
    attributes: { className: scenarioColor(benchmark.scenario) },
    fields: [
      <>
        {named(row.engine)}
        {row.ambiguous && <small>{benchmark.engine}</small>}
      </>,
      <>
        <i className="key" />
        {benchmark.scenario}
        {row.variant && <small>{row.variant}</small>}
      </>,
      ...(summary.n !== 0 ? figuresOf(summary, texts, largest) : texts.absence !== null ? ['0', texts.absence] : []),
    ],
    below: benchmark.status === 'ok' ? undefined : <Problem {...row} />,
  }
}

function figuresOf({ n, outliers, unit }: Line['summary'], texts: ResultTexts, largest: number): ReactNode[] {
  const { center, statistic, interval, range, groups, ratio } = texts
  return [
    <>
      {n ?? '–'}
      {outliers.length > 0 && groups === null && <small>{outliers.length} outlying</small>}
    </>,
    <>
      {center === null ? '–' : formatAmount(center, unit)}
      {statistic !== null && <small>{statistic}</small>}
      {interval !== null && <small>{interval}</small>}
      {groups !== null && <small>{groups}</small>}
      {center !== null && largest > 0 && <Bar share={center / largest} />}
    </>,
    range,
    ratio === null ? '–' : <Ratio key="ratio" {...ratio} />,
  ]
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
  )
}
