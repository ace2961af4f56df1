import type { RunDocument } from '@plimsoll/schema'
import { formatAmount, formatRatio } from '@plimsoll/schema'
import { compareRuns, differenceLines } from '@plimsoll/schema/compare'
import { formatWork } from '../page/titles.ts'
import type { History, HistoryPoint } from '../store/queries-history.ts'
import { drawTrend } from './trend-chart.ts'
import { erratumOf } from './errata-links.ts'
import { type Change, hasTrend, type Line, type Panel, type Section, sectionsOf } from './comparable-histories.ts'
import { POINT_SYMBOLS } from './point-symbols.ts'

/** The data of a history page. */
export interface HistoryView {
  sections: SectionView[]
  /** Benchmarks with one run, which have no chart. */
  single: SingleView[]
  /** The number of sections and single figures that are not shown. */
  left: number
  /** Whether older runs hold more. */
  truncated: boolean
}

export interface SectionView {
  id: string
  title: string
  /** All histories of the section. */
  summary: SummaryLine[]
  /** The charts, those with changes first. */
  panels: PanelView[]
  /** The number of charts left out. */
  undrawn: number
}

/** One history of a section as a row of its table. */
export interface SummaryLine {
  /** The id of its panel; null if it is not drawn. */
  panel: string | null
  work: string
  scenario: string
  engine: string
  runs: number
  /** The id of the latest run, with its median. */
  latest: string
  value: string
  /** `1.25× from 2026-02-15 on`. */
  changes: string[]
}

export interface PanelView {
  id: string
  work: string
  scenario: string
  metric: string
  better: string
  unit: string
  /** SVG. */
  drawing: string
  lines: LineView[]
}

export interface LineView {
  /** Index into `POINT_SYMBOLS`. */
  sign: number
  engine: string
  points: PointView[]
  changes: ChangeView[]
}

export interface PointView {
  run: string
  /** ISO 8601. */
  day: string
  /** Versions of engine and system, which may differ between the points of a history. */
  versions: string
  value: string
  n: number | null
  ratio: string | null
}

export interface ChangeView {
  day: string
  before: string
  after: string
  factor: string
  p: string
  /** Differences between the run before the change and the run after it. */
  differences: string[]
}

export interface SingleView extends PointView {
  work: string
  scenario: string
  engine: string
  machine: string
  /** The anchor on `/errata` of an erratum about it; null without one. */
  erratum: string | null
}

/** A page holds no more of each than it can load in a moment; lists have every run. */
const MAX_SECTIONS = 6
const MAX_PANELS = 30
/** All of a standard suite on one engine, which has 67 benchmarks. */
const MAX_SINGLE = 72
const MAX_DIFFERENCES = 8

/** Prepares a history for its page. @param readRun reads a run by its id */
export async function viewHistory(
  { points, truncated }: History,
  readRun: (id: string) => RunDocument,
): Promise<HistoryView> {
  const all = sectionsOf(points)
  const trends = all.filter(hasTrend)
  const shown = trends.slice(0, MAX_SECTIONS)
  const singles = all.flatMap(singlesOf)
  const sections = await Promise.all(shown.map((section, index) => viewSection(section, `s${index + 1}`, readRun)))
  return {
    sections,
    single: singles.slice(0, MAX_SINGLE),
    left: trends.length - shown.length + Math.max(0, singles.length - MAX_SINGLE),
    truncated,
  }
}

async function viewSection(section: Section, id: string, readRun: (id: string) => RunDocument): Promise<SectionView> {
  const drawable = section.panels.flatMap((panel) =>
    chunks(panel.lines.filter(isTrend)).map((lines) => ({ panel, lines })),
  )
  const [changed, steady] = [drawable.filter(hasChange), drawable.filter((drawing) => !hasChange(drawing))]
  const drawn = [...changed, ...steady].slice(0, MAX_PANELS)
  const idOf = (drawing: Drawing) => (drawn.includes(drawing) ? `${id}-${drawn.indexOf(drawing) + 1}` : null)
  return {
    id,
    title: `${section.machine ?? 'Unknown machine'} · suite ${section.suite} ${section.suiteVersion}`,
    summary: drawable.flatMap((drawing) => summarize(drawing, idOf(drawing))),
    panels: await Promise.all(
      drawn.map(({ panel, lines }, index) => viewPanel(panel, lines, `${id}-${index + 1}`, readRun)),
    ),
    undrawn: drawable.length - drawn.length,
  }
}

/** The histories of one chart. */
interface Drawing {
  panel: Panel
  lines: Line[]
}

function hasChange({ lines }: Drawing): boolean {
  return lines.some(({ changes }) => changes.length > 0)
}

function summarize({ panel: { work, scenario, unit }, lines }: Drawing, panel: string | null): SummaryLine[] {
  return lines.map((line) => ({
    panel,
    work: formatWork(work),
    scenario,
    engine: titleOf(line),
    runs: line.points.length,
    latest: line.points.at(-1)?.runId ?? '',
    value: formatAmount(line.points.at(-1)?.value ?? 0, unit),
    changes: line.changes.map(
      ({ index, factor }) => `${formatRatio(factor)} from ${line.points[index]?.startedAt.slice(0, 10)} on`,
    ),
  }))
}

/** Returns a title such as `Lima, vz, virtiofs, base of checks`. */
function titleOf({ engine, variant }: Line): string {
  return [engine, variant].filter(Boolean).join(', ')
}

async function viewPanel(
  panel: Panel,
  lines: Line[],
  id: string,
  readRun: (id: string) => RunDocument,
): Promise<PanelView> {
  const { work, scenario, metric, better, unit } = panel
  return {
    id,
    work: formatWork(work),
    scenario,
    metric,
    better,
    unit,
    drawing: await drawTrend(panel, lines, id),
    lines: lines.map((line, sign) => ({
      sign,
      engine: titleOf(line),
      points: line.points.map((point) => viewPoint(point, unit)),
      changes: line.changes.map((change) => viewChange(line, change, readRun)),
    })),
  }
}

function isTrend({ points }: Line): boolean {
  return points.length > 1
}

/** Splits histories into charts: each has at most as many as there are signs. */
function chunks(lines: Line[]): Line[][] {
  return Array.from({ length: Math.ceil(lines.length / POINT_SYMBOLS.length) }, (_, index) =>
    lines.slice(index * POINT_SYMBOLS.length, (index + 1) * POINT_SYMBOLS.length),
  )
}

function viewPoint(point: HistoryPoint, unit: string): PointView {
  const engine = [point.product, point.version].filter(Boolean).join(' ')
  const system = [point.osName, point.osVersion].filter(Boolean).join(' ')
  return {
    run: point.runId,
    day: point.startedAt.slice(0, 10),
    versions: [engine, system].filter(Boolean).join(', '),
    value: formatAmount(point.value, unit),
    n: point.n,
    ratio: point.ratio === null ? null : formatRatio(point.ratio),
  }
}

function viewChange({ points }: Line, { index, factor, p }: Change, readRun: (id: string) => RunDocument): ChangeView {
  const [before, after] = [points[index - 1]?.runId ?? '', points[index]?.runId ?? '']
  return {
    before,
    after,
    day: points[index]?.startedAt.slice(0, 10) ?? '',
    factor: formatRatio(factor),
    p: String(p),
    differences: differencesOf(readRun(before), readRun(after)),
  }
}

/** Describes the differences in fields that both documents have; the comparison page shows the rest. */
function differencesOf(before: RunDocument, after: RunDocument): string[] {
  const lines = differenceLines(compareRuns(before, after)).map(
    ({ of, what, a, b }) => `${of === 'run' ? '' : `${of}: `}${what}: ${a} → ${b}`,
  )
  const more = lines.length - MAX_DIFFERENCES
  return more > 0 ? [...lines.slice(0, MAX_DIFFERENCES), `and ${more} more`] : lines
}

function singlesOf({ machine, panels, suite, suiteVersion }: Section): SingleView[] {
  return panels.flatMap(({ work, scenario, unit, lines }) =>
    lines.flatMap(({ engine, points }) => {
      const [point] = points
      if (point === undefined || points.length > 1) return []
      const where = `${machine ?? 'unknown machine'} · suite ${suite} ${suiteVersion}`
      const erratum = erratumOf(point)
      return [{ ...viewPoint(point, unit), work: formatWork(work), scenario, engine, machine: where, erratum }]
    }),
  )
}
