import { formatCenter, formatRatio, type RunDocument } from '@plimsoll/schema'
import { MIN_FOR_CHANGE } from '@plimsoll/schema/statistics'
import { directionTitle } from '../page-parts/metric-direction.ts'
import { isOfRate } from '../page-parts/native-ratio.ts'
import { formatTime, formatWork, suiteVersionTitle } from '../page-parts/titles.ts'
import { describeGroups } from '../page-parts/two-groups.ts'
import type { History, HistoryPoint } from '../store/queries-history.ts'
import type { ChangePoint } from './change-points.ts'
import {
  type BenchmarkHistory,
  groupIntoSections,
  hasTrend,
  latestPoint,
  type Panel,
  type Section,
} from './comparable-histories.ts'
import { describeDifferences } from './describe-differences.ts'
import { findErratum } from './errata-links.ts'
import { answerHistory, shortAnswer } from './history-answer.ts'
import { machineTitle, shortCommit, splitReplaced } from './points.ts'
import { type SummaryRow, summaryRows } from './summary-rows.ts'
import { drawTrend, POINT_SYMBOLS } from './trend-chart.ts'

/** The data of a history page. */
export interface HistoryView {
  /** The answer to the page's question: since when the results are other ones. */
  answer: string
  /** The answer in a few words; null while there is too little to give one. */
  short: string | null
  sections: SectionView[]
  /** Benchmarks with one run, which have no chart. */
  single: SingleRunView[]
  /** The number of transcribed figures that are not shown, because their source replaced them. */
  replaced: number
  /** The number of sections and single runs that are not shown. */
  omitted: number
  /** Whether older runs are left out of the histories. */
  truncated: boolean
}

export interface SectionView {
  id: string
  title: string
  /** The origin of the section's runs: `measured`, or `generated`. Transcribed figures have no history. */
  origin: string
  /** How the machine of this section differs from that of the first section; empty if it is the same class. */
  differs: string[]
  /** All histories of the section, as the rows of its table. */
  summary: SummaryRow[]
  /** The engine and its configuration, if all histories of the section have the same; else null. */
  engine: string | null
  /** The charts of histories with change points. */
  changed: PanelView[]
  /** The charts of all other histories. */
  steady: PanelView[]
  /** What the charts in `steady` have in common: `in which no change was found`, or that there are too few runs. */
  steadyTitle: string
  /** The number of charts of the section that are left out. */
  undrawn: number
}

export interface PanelView {
  id: string
  work: string
  scenario: string
  metric: string
  /** Which values are better: `lower is better`. */
  direction: string
  unit: string
  /** The chart as SVG. */
  drawing: string
  histories: TrendView[]
}

export interface TrendView {
  /** The symbol of the history's points, as an index into `POINT_SYMBOLS`. */
  symbol: number
  engine: string
  points: PointView[]
  changePoints: ChangePointView[]
  /** The changes of the workload itself. */
  redefined: Pick<ChangePointView, 'day' | 'before' | 'after'>[]
}

export interface PointView {
  run: string
  origin: string
  /** The day of the run, ISO 8601. */
  day: string
  /** The day of the run, with its time if other points of the history are of the same day. */
  when: string
  /** What is special about the run: `base of a check`, `modified suite`, `busy host`. */
  remarks: string[]
  /** The first letters of the measured commit; null if it is unknown, and for a workload of the catalog. */
  commit: string | null
  /** The versions of engine and system. They may differ between the points of a history. */
  versions: string
  value: string
  n: number | null
  /** The ratio, or why there is none: its status, or that the median is 0. Null without a reference. */
  ratio: string | null
}

export interface ChangePointView {
  day: string
  /** The first letters of the first commit after the change; null if it is unknown. */
  commit: string | null
  before: string
  after: string
  factor: string
  p: string
  /** Differences between the run before the change and the run after it. */
  differences: string[]
}

export interface SingleRunView extends PointView {
  work: string
  scenario: string
  engine: string
  machine: string
  /** Whether the result has a ratio of a rate. */
  isRate: boolean
  /** The anchor on `/errata` of the result's erratum; null if there is none. */
  erratum: string | null
}

/** The maximum numbers of sections and of panels, which keep a page small. The list of runs has every run. */
const MAX_SECTIONS = 6
const MAX_PANELS = 30
/** The maximum number of single runs. This is enough for a standard suite on one engine, which has 67 benchmarks. */
const MAX_SINGLE = 72

/** The properties of a class of machines, as comparisons name them. */
const MACHINE_PROPERTIES = new Set([
  ...['operating system', 'architecture', 'CPU model', 'CPU count', 'memory', 'target file system', 'disk', 'power'],
  ...['runner', 'runner label', 'virtualization', 'nested virtualization', 'accelerator'],
])

/** Prepares a history for its page. @param readRun reads a run by its id; null if it is large */
export async function viewHistory(
  { points, truncated }: History,
  readRun: (id: string) => RunDocument | null,
): Promise<HistoryView> {
  const { current, replaced } = splitReplaced(points)
  const all = groupIntoSections(current)
  const trends = all.filter(hasTrend)
  const shown = trends.slice(0, MAX_SECTIONS)
  const singles = all.flatMap(singlesOf)
  const sections = await Promise.all(
    shown.map((section, index) => viewSection(section, `s${index + 1}`, { first: shown[0] as Section, readRun })),
  )
  return {
    answer: answerHistory(all),
    short: shortAnswer(all),
    sections,
    single: singles.slice(0, MAX_SINGLE),
    replaced: replaced.length,
    omitted: trends.length - shown.length + Math.max(0, singles.length - MAX_SINGLE),
    truncated,
  }
}

async function viewSection(
  section: Section,
  id: string,
  { first, readRun }: { first: Section; readRun: (id: string) => RunDocument | null },
): Promise<SectionView> {
  const drawable = section.panels.flatMap((panel) =>
    chunks(panel.histories.filter(isTrend)).map((histories) => ({ panel, histories })),
  )
  const [changed, steady] = [drawable.filter(hasChangePoint), drawable.filter((drawing) => !hasChangePoint(drawing))]
  const drawn = [...changed, ...steady].slice(0, MAX_PANELS)
  const idOf = (drawing: TrendChart) => (drawn.includes(drawing) ? `${id}-${drawn.indexOf(drawing) + 1}` : null)
  const views = await Promise.all(
    drawn.map(({ panel, histories }, index) => viewPanel(panel, histories, `${id}-${index + 1}`, readRun)),
  )
  const summary = summaryRows(
    drawable.map((drawing) => ({ ...drawing, id: idOf(drawing) })),
    ({ runId, position, metric }) => describeGroups(readRun(runId)?.benchmarks[position], metric),
  )
  const engines = new Set(summary.map(({ engine }) => engine))
  return {
    id,
    origin: section.origin,
    title: `${section.machine ?? 'Machine not recorded'} · ${suiteTitle(section)}`,
    differs:
      section.machine === first.machine
        ? []
        : describeDifferences(
            readRun(latestPoint(first)?.runId ?? ''),
            readRun(latestPoint(section)?.runId ?? ''),
            (what) => MACHINE_PROPERTIES.has(what),
          ),
    engine: engines.size === 1 ? (summary[0]?.engine ?? null) : null,
    summary,
    changed: views.slice(0, changed.length),
    steady: views.slice(changed.length),
    steadyTitle: describeSteady(drawn.slice(changed.length)),
    undrawn: drawable.length - drawn.length,
  }
}

/** The histories of one chart. */
interface TrendChart {
  panel: Panel
  histories: BenchmarkHistory[]
}

/** Describes charts without a change. In a history of few runs, no change can be found. */
function describeSteady(drawings: readonly TrendChart[]): string {
  const canChange = ({ histories }: TrendChart) =>
    histories.some((history) => longestStretch(history) >= MIN_FOR_CHANGE)
  const [most, few] = [drawings.some(canChange), !drawings.every(canChange)]
  const tooFew = `too few runs to find a change (at least ${MIN_FOR_CHANGE})`
  if (!few) return 'in which no change was found'
  return most ? `in which no change was found, or with ${tooFew}` : `with ${tooFew}`
}

/** The largest number of runs between two changes of the workload itself. */
function longestStretch({ points, redefined }: BenchmarkHistory): number {
  const bounds = [0, ...redefined, points.length]
  return Math.max(...bounds.slice(1).map((end, at) => end - (bounds[at] ?? 0)))
}

function hasChangePoint({ histories }: TrendChart): boolean {
  return histories.some(({ changePoints }) => changePoints.length > 0)
}

async function viewPanel(
  panel: Panel,
  histories: BenchmarkHistory[],
  id: string,
  readRun: (id: string) => RunDocument | null,
): Promise<PanelView> {
  const { work, scenario, metric, unit } = panel
  return {
    id,
    work: formatWork(work),
    scenario,
    metric,
    direction: directionTitle(panel),
    unit,
    drawing: await drawTrend(panel, histories, id),
    histories: histories.map((history, symbol) => ({
      symbol,
      engine: history.engine,
      points: history.points.map((point) => viewPoint(point, unit, history.points)),
      changePoints: history.changePoints.map((change) => viewChangePoint(history, change, readRun)),
      redefined: history.redefined.map((index) => viewRedefinition(history, index)),
    })),
  }
}

function isTrend({ points }: BenchmarkHistory): boolean {
  return points.length > 1
}

/** Splits histories into charts. Each chart has at most as many histories as there are point symbols. */
function chunks(histories: BenchmarkHistory[]): BenchmarkHistory[][] {
  return Array.from({ length: Math.ceil(histories.length / POINT_SYMBOLS.length) }, (_, index) =>
    histories.slice(index * POINT_SYMBOLS.length, (index + 1) * POINT_SYMBOLS.length),
  )
}

/** @param history the points of the same table */
function viewPoint(point: HistoryPoint, unit: string, history: readonly HistoryPoint[] = [point]): PointView {
  const day = point.startedAt.slice(0, 10)
  const isOnly = history.filter(({ startedAt }) => startedAt.startsWith(day)).length <= 1
  const engine = [point.product, point.version].filter(Boolean).join(' ')
  const system = [point.osName, point.osVersion].filter(Boolean).join(' ')
  return {
    run: point.runId,
    origin: point.origin,
    day,
    when: isOnly ? day : formatTime(point.startedAt),
    remarks: remarksOn(point),
    commit: shortCommit(point),
    versions: [engine, system].filter(Boolean).join(', '),
    value: formatCenter(point, unit),
    n: point.n,
    ratio:
      point.ratio === null
        ? point.value === 0
          ? `none (${point.statistic} of 0)`
          : point.ratioStatus
        : formatRatio(point.ratio),
  }
}

/** Says what is special about the run of a point. */
function remarksOn({ variant, division, definition, busy, unreliable, origin }: HistoryPoint): string[] {
  return [
    ...(variant === 'base' ? ['base of a check'] : []),
    // A suite of own workloads is never a frozen one.
    ...(division === 'modified' && definition === null && origin !== 'transcribed' ? ['modified suite'] : []),
    ...(busy ? ['busy host'] : []),
    ...(unreliable ? ['unreliable'] : []),
  ]
}

function viewRedefinition({ points }: BenchmarkHistory, index: number): TrendView['redefined'][number] {
  const [before, after] = [points[index - 1]?.runId ?? '', points[index]?.runId ?? '']
  return { before, after, day: points[index]?.startedAt.slice(0, 10) ?? '' }
}

function viewChangePoint(
  { points }: BenchmarkHistory,
  { index, factor, p }: ChangePoint,
  readRun: (id: string) => RunDocument | null,
): ChangePointView {
  const [before, after] = [points[index - 1]?.runId ?? '', points[index]?.runId ?? '']
  return {
    before,
    after,
    day: points[index]?.startedAt.slice(0, 10) ?? '',
    commit: shortCommit(points[index]),
    factor: formatRatio(factor),
    p: String(p),
    differences: describeDifferences(readRun(before), readRun(after), () => true, points[index]?.engine ?? null),
  }
}

function suiteTitle({ suite }: Section): string {
  return suite === null ? 'own workloads' : suiteVersionTitle(suite)
}

function singlesOf(section: Section): SingleRunView[] {
  const { panels } = section
  return panels.flatMap(({ work, scenario, unit, histories }) =>
    histories.flatMap(({ engine, points }) => {
      const [point] = points
      if (point === undefined || points.length > 1) return []
      const machineAndSuite = `${machineTitle(point)} · ${suiteTitle(section)}`
      const erratum = findErratum(point)
      return [
        {
          ...viewPoint(point, unit),
          work: formatWork(work),
          scenario,
          engine,
          machine: machineAndSuite,
          isRate: point.ratio !== null && isOfRate(point),
          erratum,
        },
      ]
    }),
  )
}
