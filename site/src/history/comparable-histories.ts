import { mean } from '@plimsoll/schema/statistics'
import type { HistoryPoint } from '../store/queries-history.ts'
import catalog from './catalog.json' with { type: 'json' }
import { type ChangePoint, findChangePoints } from './change-points.ts'

/** All histories of one class of machine with one version of a suite. */
export interface Section {
  /** The class of the machine. Null if the class is unknown; then the section has one run. */
  machine: string | null
  suite: string
  suiteVersion: number
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
  /** The text `base of checks` if each run is a check, of which the history has only the base; otherwise null. */
  variant: string | null
  /** The points of the history, oldest first. */
  points: HistoryPoint[]
  changePoints: ChangePoint[]
  /**
   * The standard deviation from run to run of the logarithms, 0.05 for about 5%. Null with fewer than two differences of
   * neighbouring runs.
   */
  spread: number | null
}

/**
 * Groups points into comparable histories. Points share a history only if all of these are the same: the machine class,
 * the origin, the suite and its version, the workload digest, scenario, metric, engine and its configuration. Transcribed
 * figures are never joined, nor are those of unknown machines. Sorts sections by their latest point, newest first;
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
  const [{ machine, suite, suiteVersion, origin }] = points
  const panels = [...Map.groupBy(points, panelKey).values()].map((members) =>
    toPanel(members as [HistoryPoint, ...HistoryPoint[]]),
  )
  return { machine, suite, suiteVersion, origin, panels: panels.sort(byWorkAndScenario) }
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
  const changes = findChangePoints(values)
  return {
    engine: first === undefined ? '' : engineOf(first),
    variant: first?.variant === 'base' ? 'base of checks' : null,
    points,
    changePoints: changes,
    spread: spreadOf(values, changes),
  }
}

/**
 * The spread between runs, from the differences of neighbouring runs without those across a change point, so that a
 * change does not count as spread. Source: von Neumann (1941), the mean square successive difference.
 */
function spreadOf(values: readonly number[], changes: readonly ChangePoint[]): number | null {
  if (values.some((value) => value <= 0)) return null
  const across = new Set(changes.map(({ index }) => index))
  const differences = values.flatMap((value, index) =>
    index === 0 || across.has(index) ? [] : [Math.log(value / (values[index - 1] as number))],
  )
  if (differences.length < 2) return null
  return Math.sqrt(mean(differences.map((difference) => difference ** 2)) / 2)
}

/** Describes the engine of a point, for example `Docker Desktop, virtiofs, 4 CPUs`; `host` without an engine. */
function engineOf({ product, setup }: HistoryPoint): string {
  return product === null ? 'host' : [product, setup].filter(Boolean).join(', ')
}

function sectionKey({ machine, suite, suiteVersion, origin, runId }: HistoryPoint): string {
  const alone = origin === 'transcribed' || machine === null
  return JSON.stringify([machine, suite, suiteVersion, origin, alone ? runId : null])
}

function panelKey({ work, workloadDigest, metric, scenario, unit }: HistoryPoint): string {
  return JSON.stringify([work, workloadDigest, metric, scenario, unit])
}

function historyKey({ engine, product, setup, variant }: HistoryPoint): string {
  return JSON.stringify([engine, product, setup, variant])
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
