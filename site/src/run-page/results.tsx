import {
  type BenchmarkSummary,
  type ControlPair,
  controlPairs,
  describeAbsence,
  describeControl,
  describeRatioReason,
  describeWork,
  formatAmount,
  formatRatio,
  formatRatioInterval,
  type RatioToReference,
  type RunDocument,
} from '@plimsoll/schema'
import { Fragment, type ReactNode } from 'react'
import { ColumnHeads } from '../../components/column-heads.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { formatRange } from '../page/titles.ts'
import type { Panel, PanelRow } from './panel.ts'

/** The maximum number of rows on a readable page; the document has every benchmark. */
const MAX_ROWS = 1000

/**
 * The table of all benchmarks except controls. If they have secondary metrics, a table of these metrics follows.
 */
export function Results({ document, panels }: { document: RunDocument; panels: Panel[] }) {
  const shown = limitRows(panels)
  const hidden = countRows(panels) - countRows(shown)
  const pairs = Map.groupBy(controlPairs(document), ({ workload }) => workload)
  const ratios = shown.flatMap(({ rows }) =>
    rows.flatMap((row) => [row.primary, ...row.others].map(({ ratio }) => ratio)),
  )
  return (
    <>
      <Table name="Results by benchmark">
        {shown.map((panel) => (
          <Group key={panel.id} panel={panel} pairs={pairs} />
        ))}
      </Table>
      <p className="fine">{explainFigures(document)}</p>
      {reasonsOf(ratios).map((reason) => (
        <p key={reason} className="fine">
          {reason}
        </p>
      ))}
      {hidden > 0 && <p className="fine">{hidden} more benchmarks are in the document.</p>}
      {shown.some(hasOthers) && (
        <details>
          <summary>Other metrics</summary>
          <Table name="Other metrics by benchmark">
            {shown.filter(hasOthers).map((panel) => (
              <OtherGroup key={panel.id} panel={panel} />
            ))}
          </Table>
        </details>
      )}
    </>
  )
}

function explainFigures({ origin }: RunDocument): string {
  const median =
    'Each median is shown with a 95% interval from order statistics, which needs at least six samples. A bar shows the median. All figures exclude warm-ups and failed samples.'
  return origin.kind === 'transcribed'
    ? `${median} Each ratio is the quotient of the source’s medians, or of its means if it has no medians.`
    : `${median} Each ratio is estimated from the rounds that both benchmarks have (Hodges–Lehmann), with its exact 95% interval, so it need not equal the quotient of the medians.`
}

/** Explains each status of a ratio without digits: `Too few rounds: A ratio needs …`. */
function reasonsOf(ratios: readonly (RatioToReference | null)[]): string[] {
  const reasons = ratios.flatMap((ratio) => {
    const reason = ratio && describeRatioReason(ratio)
    return ratio && reason ? [`${ratio.status.charAt(0).toUpperCase()}${ratio.status.slice(1)}: ${reason}`] : []
  })
  return [...new Set(reasons)].slice(0, MAX_REASONS)
}

/** The maximum number of explanations below the table. The numbers of rounds differ between some of them. */
const MAX_REASONS = 6

function Table({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ScrollRegion name={name}>
      <table className="figures stacked">
        <ColumnHeads
          columns={[
            ['Engine', 'stick'],
            ['Scenario', 'scenario'],
            ['n', 'number count'],
            ['Median', 'number'],
            ['Min–max', 'number'],
            ['Ratio', 'number wide-figure'],
          ]}
        />
        {children}
      </table>
    </ScrollRegion>
  )
}

function Group({ panel, pairs }: { panel: Panel; pairs: Map<string, ControlPair[]> }) {
  const [first] = panel.rows
  const isCompared = first !== undefined && panel.rows.some(({ primary }) => primary.ratio?.value != null)
  const own = first === undefined ? [] : (pairs.get(describeWork(first.benchmark)) ?? [])
  const checked = isCompared && own.length > 0 ? describeControl(own) : null
  return (
    <tbody>
      <GroupHead title={`${panel.title}: ${first?.primary.metric}`} remark={checked} />
      <Lines panel={panel} lines={panel.rows.map((row) => ({ row, summary: row.primary }))} />
    </tbody>
  )
}

function OtherGroup({ panel }: { panel: Panel }) {
  const names = [...new Set(panel.rows.flatMap(({ others }) => others.map(({ metric }) => metric)))]
  const linesOf = (name: string) =>
    panel.rows.flatMap((row) => {
      const summary = row.others.find(({ metric }) => metric === name)
      return summary === undefined ? [] : [{ row, summary }]
    })
  return (
    <tbody>
      {names.map((name) => (
        <Fragment key={name}>
          <GroupHead title={`${panel.title}: ${name}`} remark={null} />
          <Lines panel={panel} lines={linesOf(name)} />
        </Fragment>
      ))}
    </tbody>
  )
}

function GroupHead({ title, remark }: { title: string; remark: string | null }) {
  return (
    <tr className="group">
      <th colSpan={6} scope="rowgroup">
        <span>
          {title}
          {remark !== null && (
            <>
              {' '}
              <small>{remark}</small>
            </>
          )}
        </span>
      </th>
    </tr>
  )
}

/** The figures of one metric of one row. */
interface Line {
  row: PanelRow
  summary: BenchmarkSummary
}

function Lines({ panel, lines }: { panel: Panel; lines: Line[] }) {
  const barred = lines.filter((line) => hasBar(line, lines))
  const largest = barred.reduce((most, { summary }) => Math.max(most, summary.median ?? 0), 0)
  return lines.map((line, at) => (
    <Row key={at} line={line} panel={panel} largest={barred.includes(line) ? largest : 0} />
  ))
}

/** Whether a row is compared, so that its bar says something: it has a ratio with digits, or it is the reference of one. */
function hasBar({ row, summary }: Line, lines: readonly Line[]): boolean {
  if (summary.ratio !== null) return summary.ratio.value !== null
  return lines.some(({ summary: { ratio } }) => ratio?.value != null && ratio.reference === row.benchmark.scenario)
}

interface RowProperties {
  line: Line
  panel: Panel
  /** The median with the longest bar; 0 for a row without a bar. */
  largest: number
}

function Row({ line: { row, summary }, panel, largest }: RowProperties) {
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
  const { n, unit, median, minimum, maximum, outliers } = summary
  return (
    <>
      <td className="number count">
        {n ?? '–'}
        {outliers.length > 0 && <small>{outliers.length} outlying</small>}
      </td>
      <td className="number strong">
        <Center {...summary} />
        {median !== null && largest > 0 && <Bar share={median / largest} scenario={row.benchmark.scenario} />}
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

/** The median with its interval, or the mean of a source without medians. */
function Center({ unit, mean, median, medianInterval }: BenchmarkSummary) {
  return (
    <>
      {median === null && mean !== null ? (
        <>
          {formatAmount(mean, unit)}
          <small>mean</small>
        </>
      ) : median === null ? (
        '–'
      ) : (
        formatAmount(median, unit)
      )}
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
  const remarks = [
    interval && formatRatioInterval(interval),
    status === 'source' ? `source’s ${basisOf(summary, panel, reference)}` : rounds !== summary.n && `${rounds} rounds`,
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

function countRows(panels: Panel[]): number {
  return panels.reduce((sum, { rows }) => sum + rows.length, 0)
}

function hasOthers({ rows }: Panel): boolean {
  return rows.some(({ others }) => others.length > 0)
}

function limitRows(panels: Panel[]): Panel[] {
  let left = MAX_ROWS
  return panels.flatMap((panel) => {
    const rows = panel.rows.slice(0, left)
    left -= rows.length
    return rows.length === 0 ? [] : [{ ...panel, rows }]
  })
}
