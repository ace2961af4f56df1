import { formatCenter, formatRatio } from '@plimsoll/schema'
import { MIN_FOR_CHANGE } from '@plimsoll/schema/statistics'
import { formatWork } from '../page-parts/titles.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import { type BenchmarkHistory, isExpected, type LatestOfHistory, type Panel } from './comparable-histories.ts'

/** One history of a section as a row of its table. */
export interface SummaryRow {
  /** The id of the panel with the history's chart; null if the chart is not drawn. */
  panel: string | null
  work: string
  /** What distinguishes the row from rows with the same texts; empty if there are none. */
  differs: string
  scenario: string
  engine: string
  runs: number
  /** The standard deviation from run to run, for example `2.1%`; null if there are too few runs. */
  spread: string | null
  /** The id of the latest run. `value` is this run's median. */
  latest: string
  value: string
  /** The two groups in which the samples of the latest run lie; null if they lie in one. */
  groups: string | null
  /** The changes, for example `1.25× since 2026-02-15`, or `none`; null if there are too few runs to find one. */
  changes: string | null
  /** Whether the last run is as the runs before it let expect; null if there are too few. */
  lastRun: string | null
}

/**
 * Returns the rows of a section's table, one for each history.
 * @param charts the histories of each chart, with the id of the chart's panel; null if the chart is not drawn
 * @param groupsOf the two groups in which the samples of a point lie; null if they lie in one
 */
export function summaryRows(
  charts: readonly { panel: Panel; histories: BenchmarkHistory[]; id: string | null }[],
  groupsOf: (point: HistoryPoint) => string | null,
): SummaryRow[] {
  return distinguish(
    charts.flatMap(({ panel, histories, id }) => histories.map((history) => summarize(panel, history, id, groupsOf))),
  )
}

function summarize(
  { work, scenario, unit, metric }: Panel,
  history: BenchmarkHistory,
  panel: string | null,
  groupsOf: (point: HistoryPoint) => string | null,
): SummaryRow & Distinction {
  const latest = history.points.at(-1)
  return {
    metric,
    digest: (latest?.definition ?? latest?.workloadDigest)?.replace('sha256:', '').slice(0, 7) ?? 'unknown',
    differs: '',
    panel,
    work: formatWork(work),
    scenario,
    engine: history.engine,
    runs: history.points.length,
    spread: history.spread === null ? null : formatSpread(history.spread),
    latest: latest?.runId ?? '',
    value: latest === undefined ? '–' : formatCenter(latest, unit),
    groups: latest === undefined ? null : groupsOf(latest),
    changes: describeChanges(history),
    lastRun: history.latest === null ? null : describeLatest(history.latest),
  }
}

/** Adds what differs to the workloads of rows that would look the same: the metric, or the version of the workload. */
function distinguish(rows: (SummaryRow & Distinction)[]): SummaryRow[] {
  const same = Map.groupBy(rows, ({ work, scenario, engine }) => JSON.stringify([work, scenario, engine]))
  return rows.map(({ metric, digest, ...row }) => {
    const others = same.get(JSON.stringify([row.work, row.scenario, row.engine])) ?? []
    const differing = [
      new Set(others.map((other) => other.metric)).size > 1 ? metric : '',
      new Set(others.map((other) => other.digest)).size > 1 ? `workload ${digest}` : '',
    ].filter(Boolean)
    return differing.length === 0 ? row : { ...row, differs: differing.join(', ') }
  })
}

/** What may distinguish two rows with the same texts. */
interface Distinction {
  metric: string
  /** The beginning of the digest of the workload. */
  digest: string
}

function describeChanges({ points, changePoints, redefined }: BenchmarkHistory): string | null {
  const changes = changePoints.map(
    ({ index, factor }) => `${formatRatio(factor)} since ${points[index]?.startedAt.slice(0, 10)}`,
  )
  const comparable = points.length - (redefined.at(-1) ?? 0)
  return changes.join(', ') || (comparable < MIN_FOR_CHANGE ? null : 'none')
}

/** Says whether the last run is as the runs before it let expect. */
export function describeLatest(latest: LatestOfHistory): string {
  const {
    factor,
    expected: [lower, upper],
    before,
  } = latest
  const range = [lower, upper].map((bound) => formatRatio(bound).replace('×', '')).join('–')
  if (isExpected(latest)) return `the last run is as expected, ${formatRatio(factor)} (${range})`
  const way = factor > upper ? 'higher' : 'lower'
  return `the last run is ${way} than expected: ${formatRatio(factor)} the ${before} before it (expected ${range})`
}

function formatSpread(spread: number): string {
  return spread < 0.0001 ? 'below 0.01%' : `${(100 * spread).toPrecision(2)}%`
}
