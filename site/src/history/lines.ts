import { changePoints, median } from '@plimsoll/schema/statistics'
import type { HistoryPoint } from '../store/queries-history.ts'

/** Everything that was measured on one class of machine with one version of a suite. */
export interface Section {
  /** The machine in words; null where too little is known of it, and then the section has one run. */
  machine: string | null
  suite: string
  suiteVersion: number
  origin: string
  panels: Panel[]
}

/** One benchmark of the suite: the same work on files in the same kind of place. */
export interface Panel {
  work: string
  metric: string
  scenario: string
  unit: string
  better: string
  lines: Line[]
}

/** What can be compared over time: one engine in one configuration, or the host itself. */
export interface Line {
  /** The engine and how it is set up, in words. */
  engine: string
  /** Where it is the base of checks: `base of checks`. */
  variant: string | null
  /** Oldest first. */
  points: HistoryPoint[]
  changes: Change[]
}

/** Where a line changes from one level to another. */
export interface Change {
  /** Of the first point after it. */
  index: number
  /** Median after ÷ median before, between this change and its neighbours. */
  factor: number
  p: number
}

/**
 * Sorts points into what can be compared, and nothing else: points are on one line only where machine class, suite and
 * its version, the work to its digest, scenario, metric, engine and its set-up are the same.
 * Figures that were copied from a source, and those of machines that are not known, are joined with nothing.
 * Sections by their latest point, newest first. @param points oldest first
 */
export function sectionsOf(points: readonly HistoryPoint[]): Section[] {
  const sections = Map.groupBy(points, sectionKey)
  return [...sections.values()]
    .map((members) => toSection(members as [HistoryPoint, ...HistoryPoint[]]))
    .sort((a, b) => compare(latest(b), latest(a)))
}

/** Whether a section has a line of more than one point. */
export function hasCourse({ panels }: Section): boolean {
  return panels.some(({ lines }) => lines.some(({ points }) => points.length > 1))
}

/** When a section was last added to, ISO 8601. */
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

/** By the logarithms of the values: what counts is by what factor something changes. */
function changesOf(values: number[]): Change[] {
  if (values.some((value) => value <= 0)) return []
  const found = changePoints(values.map(Math.log))
  return found.map(({ index, p }, place) => {
    const before = values.slice(found[place - 1]?.index ?? 0, index)
    const after = values.slice(index, found[place + 1]?.index)
    return { index, p, factor: median(after) / median(before) }
  })
}

/** `Docker Desktop, virtiofs, 4 CPUs`, or `the machine itself`. */
function engineOf({ product, setup }: HistoryPoint): string {
  return product === null ? 'the machine itself' : [product, setup].filter(Boolean).join(', ')
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

/** The order in which scenarios are further from the machine; those that are not named come last. */
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
