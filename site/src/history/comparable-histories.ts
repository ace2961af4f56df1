import { changePoints, median } from '@plimsoll/schema/statistics'
import type { HistoryPoint } from '../store/queries-history.ts'

/** All histories of one class of machine with one version of a suite. */
export interface Section {
  /** The machine in words; null if too little is known of it, and then the section has one run. */
  machine: string | null
  suite: string
  suiteVersion: number
  origin: string
  panels: Panel[]
}

/** One benchmark of the suite: the same work in the same scenario. */
export interface Panel {
  work: string
  metric: string
  scenario: string
  unit: string
  better: string
  lines: Line[]
}

/** One history: one engine in one configuration, or the host. */
export interface Line {
  /** The engine and its configuration in words. */
  engine: string
  /** `base of checks` if the runs are the base of checks; else null. */
  variant: string | null
  /** Oldest first. */
  points: HistoryPoint[]
  changes: Change[]
}

/** A change point. */
export interface Change {
  /** Index of the first point after it. */
  index: number
  /** Median after ÷ median before, within the neighbouring change points. */
  factor: number
  p: number
}

/**
 * Groups points into comparable histories: points share a history only if the machine class, the suite and its version,
 * the workload digest, scenario, metric, engine and its configuration are the same. Transcribed figures and those of
 * unknown machines are never joined. Sorts sections by their latest point, newest first.
 * @param points oldest first
 */
export function sectionsOf(points: readonly HistoryPoint[]): Section[] {
  const sections = Map.groupBy(points, sectionKey)
  return [...sections.values()]
    .map((members) => toSection(members as [HistoryPoint, ...HistoryPoint[]]))
    .sort((a, b) => compare(latest(b), latest(a)))
}

/** Whether a section has a history of more than one point. */
export function hasTrend({ panels }: Section): boolean {
  return panels.some(({ lines }) => lines.some(({ points }) => points.length > 1))
}

/** Returns the time of a section's latest point, ISO 8601. */
function latest({ panels }: Section): string {
  const starts = panels.flatMap(({ lines }) => lines.map(({ points }) => points.at(-1)?.startedAt ?? ''))
  return starts.reduce((a, b) => (a > b ? a : b), '')
}

function toSection(points: [HistoryPoint, ...HistoryPoint[]]): Section {
  const [{ machine, suite, suiteVersion, origin }] = points
  const panels = [...Map.groupBy(points, panelKey).values()].map((members) =>
    toPanel(members as [HistoryPoint, ...HistoryPoint[]]),
  )
  return { machine, suite, suiteVersion, origin, panels: panels.sort(byPlace) }
}

function toPanel(points: [HistoryPoint, ...HistoryPoint[]]): Panel {
  const [{ work, metric, scenario, unit, better }] = points
  const lines = [...Map.groupBy(points, lineKey).values()].map(toLine)
  return { work, metric, scenario, unit, better, lines: lines.sort((a, b) => compare(a.engine, b.engine)) }
}

function toLine(points: HistoryPoint[]): Line {
  const [first] = points
  return {
    engine: first === undefined ? '' : engineOf(first),
    variant: first?.variant === 'base' ? 'base of checks' : null,
    points,
    changes: changesOf(points.map(({ value }) => value)),
  }
}

/** Finds change points in the logarithms of the values, because changes are judged by their factor. */
function changesOf(values: number[]): Change[] {
  if (values.some((value) => value <= 0)) return []
  const found = changePoints(values.map(Math.log))
  return found.map(({ index, p }, place) => {
    const before = values.slice(found[place - 1]?.index ?? 0, index)
    const after = values.slice(index, found[place + 1]?.index)
    return { index, p, factor: median(after) / median(before) }
  })
}

/** Describes an engine, for example `Docker Desktop, virtiofs, 4 CPUs`; also names the host. */
function engineOf({ product, setup }: HistoryPoint): string {
  return product === null ? 'host' : [product, setup].filter(Boolean).join(', ')
}

function sectionKey({ machine, suite, suiteVersion, origin, runId }: HistoryPoint): string {
  const alone = origin !== 'measured' || machine === null
  return JSON.stringify([machine, suite, suiteVersion, origin, alone ? runId : null])
}

function panelKey({ work, workloadDigest, metric, scenario, unit }: HistoryPoint): string {
  return JSON.stringify([work, workloadDigest, metric, scenario, unit])
}

function lineKey({ engine, product, setup, variant }: HistoryPoint): string {
  return JSON.stringify([engine, product, setup, variant])
}

/** Scenarios in order of their distance from the host; unlisted ones come last. */
const PLACES = ['native', 'vm', 'layer', 'tmpfs', 'volume', 'bind-volume', 'bind', 'vm-share']

function byPlace(a: Panel, b: Panel): number {
  return compare(a.work, b.work) || compare(a.metric, b.metric) || placeOf(a) - placeOf(b)
}

function placeOf({ scenario }: Panel): number {
  const place = PLACES.indexOf(scenario)
  return place === -1 ? PLACES.length : place
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
