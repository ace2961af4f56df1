import { placeOf } from '@plimsoll/schema'
import { mean, predictionInterval } from '@plimsoll/schema/statistics'
import { formatWork } from '../page-parts/titles.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import catalog from './catalog.json' with { type: 'json' }
import { type ChangePoint, findChangePoints } from './change-points.ts'

/** All histories of one class of machine with one version of a suite, or of a project's own workloads. */
export interface Section {
  /** The class of the machine. Null if the class is unknown; then the section has one run. */
  machine: string | null
  /** The suite; null for a project's own workloads, which a run and a check measure alike. */
  suite: { name: string; version: number } | null
  origin: string
  panels: Panel[]
}

/** One benchmark of the suite, which is one work in one scenario. */
export interface Panel {
  workload: string
  work: string
  metric: string
  scenario: string
  unit: string
  better: string
  histories: BenchmarkHistory[]
}

/** One history: the results of one engine in one configuration, or of the host. */
export interface BenchmarkHistory {
  /** The engine and its configuration in words. */
  engine: string
  /** The points of the history, oldest first. */
  points: HistoryPoint[]
  changePoints: ChangePoint[]
  /**
   * The indexes of the points from which on the workload itself is another one: its file or its fixtures changed. Values before
   * and after such a point are not compared.
   */
  redefined: number[]
  /** What the last point says beside those before it; null with fewer than five comparable points. */
  latest: LatestOfHistory | null
  /**
   * The standard deviation from run to run of the logarithms, 0.05 for about 5%. Null with fewer than four differences of
   * neighbouring runs: one bad run would decide it.
   */
  spread: number | null
}

/**
 * Groups points into comparable histories. Points share a history only if all of these are the same: the machine class,
 * the origin, the suite and its version, the workload, scenario, metric, engine and its configuration. A workload of the catalog
 * is its whole content. A project's own workload may measure other code from point to point; there, the suite does not count.
 * Transcribed figures are never joined, nor are those of unknown machines. Sorts sections by their latest point, newest first;
 * sections of generated runs come last.
 * @param points oldest first
 */
export function groupIntoSections(points: readonly HistoryPoint[]): Section[] {
  const sections = Map.groupBy(points, sectionKey)
  return [...sections.values()]
    .map((members) => toSection(members as [HistoryPoint, ...HistoryPoint[]]))
    .sort(
      (a, b) =>
        Number(a.origin === 'generated') - Number(b.origin === 'generated') ||
        compare(latestPoint(b)?.startedAt ?? '', latestPoint(a)?.startedAt ?? ''),
    )
}

/** Names a history by its benchmark and its engine: `tests on a bind mount (Docker Engine)`, or `tests on the host`. */
export function nameHistory({ work, scenario }: Panel, { engine }: BenchmarkHistory): string {
  return `${formatWork(work)} ${placeOf(scenario)}${scenario === 'native' ? '' : ` (${engine})`}`
}

/** The changes of a history since the workload itself changed: those before are of another workload. */
export function currentChanges({ changePoints, redefined }: BenchmarkHistory): ChangePoint[] {
  return changePoints.filter(({ index }) => index > (redefined.at(-1) ?? 0))
}

/** Whether a section has a history of more than one point. */
export function hasTrend({ panels }: Section): boolean {
  return panels.some(({ histories }) => histories.some(({ points }) => points.length > 1))
}

/** The latest point of a section. */
export function latestPoint({ panels }: Section): HistoryPoint | undefined {
  const points = panels.flatMap(({ histories }) => histories.flatMap(({ points }) => points.at(-1) ?? []))
  return points.toSorted((a, b) => compare(b.startedAt, a.startedAt))[0]
}

function toSection(points: [HistoryPoint, ...HistoryPoint[]]): Section {
  const [{ machine, suite: name, suiteVersion: version, origin }] = points
  const suite = isOwn(points[0]) ? null : { name, version }
  const panels = [...Map.groupBy(points, panelKey).values()].map((members) =>
    toPanel(members as [HistoryPoint, ...HistoryPoint[]]),
  )
  return { machine, suite, origin, panels: panels.sort(byWorkAndScenario) }
}

function toPanel(points: [HistoryPoint, ...HistoryPoint[]]): Panel {
  const [{ workload, work, metric, scenario, unit, better }] = points
  const histories = [...Map.groupBy(points, historyKey).values()].map(toHistory)
  return {
    workload,
    work,
    metric,
    scenario,
    unit,
    better,
    histories: histories.sort((a, b) => compare(a.engine, b.engine)),
  }
}

function toHistory(points: HistoryPoint[]): BenchmarkHistory {
  const [first] = points
  const values = points.map(({ value }) => value)
  const redefined = points.flatMap((point, index) =>
    index > 0 && point.definition !== points[index - 1]?.definition ? [index] : [],
  )
  const starts = [0, ...redefined]
  const changes = starts.flatMap((start, at) =>
    findChangePoints(values.slice(start, starts[at + 1])).map((change) => ({ ...change, index: start + change.index })),
  )
  const last = Math.max(starts.at(-1) ?? 0, changes.at(-1)?.index ?? 0)
  return {
    engine: first === undefined ? '' : engineOf(first),
    points,
    changePoints: changes,
    redefined,
    latest: describeLatest(values.slice(last)),
    spread: spreadOf(values, [...redefined, ...changes.map(({ index }) => index)]),
  }
}

/**
 * The spread between runs, from the differences of neighbouring runs without those across a change point, so that a
 * change does not count as spread. Source: von Neumann (1941), the mean square successive difference.
 * @param breaks the indexes of the points that are not compared with the point before
 */
function spreadOf(values: readonly number[], breaks: readonly number[]): number | null {
  if (values.some((value) => value <= 0)) return null
  const differences = values.flatMap((value, index) =>
    index === 0 || breaks.includes(index) ? [] : [Math.log(value / (values[index - 1] as number))],
  )
  if (differences.length < MIN_FOR_LATEST - 1) return null
  return Math.sqrt(mean(differences.map((difference) => difference ** 2)) / 2)
}

/** What the last point of a history says. */
export interface LatestOfHistory {
  /** The last value, divided by the geometric mean of the values before it. */
  factor: number
  /** The 95% prediction interval of this factor, from the values before it. */
  expected: [lower: number, upper: number]
  /** The number of values before it. */
  before: number
}

/** Whether the last value is as those before it let expect. */
export function isExpected({ factor, expected: [lower, upper] }: LatestOfHistory): boolean {
  return factor >= lower && factor <= upper
}

/** The minimum number of points of which the last one, and the spread, is described. */
const MIN_FOR_LATEST = 5

/** Compares the last value with those before it, in logarithms. @param values those since the last change */
function describeLatest(values: readonly number[]): LatestOfHistory | null {
  const last = values.at(-1)
  if (values.length < MIN_FOR_LATEST || last === undefined || values.some((value) => value <= 0)) return null
  const before = values.slice(0, -1).map(Math.log)
  const interval = predictionInterval(before)
  if (interval === null) return null
  const center = mean(before)
  const [lower, upper] = interval.map((bound) => Math.exp(bound - center)) as [number, number]
  return { factor: last / Math.exp(center), expected: [lower, upper], before: before.length }
}

/** Describes the engine of a point, for example `Docker Desktop, virtiofs, 4 CPUs`; `host` without an engine. */
function engineOf({ product, setup }: HistoryPoint): string {
  return product === null ? 'host' : [product, setup].filter(Boolean).join(', ')
}

/** Whether a point is of a project's own workload. */
function isOwn({ definition }: HistoryPoint): boolean {
  return definition !== null
}

function sectionKey(point: HistoryPoint): string {
  const { machine, suite, suiteVersion, origin, runId } = point
  const alone = origin === 'transcribed' || machine === null
  return JSON.stringify([machine, isOwn(point) ? null : [suite, suiteVersion], origin, alone ? runId : null])
}

/** Workloads of two projects may have the same name. */
function panelKey(point: HistoryPoint): string {
  const { work, workloadDigest, definition, submitter, metric, scenario, unit, better } = point
  const what = definition === null ? workloadDigest : ['own', submitter ?? definition]
  return JSON.stringify([work, what, metric, scenario, unit, better])
}

function historyKey({ engine, product, setup }: HistoryPoint): string {
  return JSON.stringify([engine, product, setup])
}

function byWorkAndScenario(a: Panel, b: Panel): number {
  return compare(a.work, b.work) || compare(a.metric, b.metric) || rankOf(a) - rankOf(b)
}

/** The position of a panel's scenario in the tables of the catalog. Scenarios that the catalog lacks come last. */
function rankOf({ scenario }: Panel): number {
  const rank = catalog.scenarios.indexOf(scenario)
  return rank === -1 ? catalog.scenarios.length : rank
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
