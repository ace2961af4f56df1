import { formatCenter, formatRatio, listed, placeOf } from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import type { Flag } from '../editions/edition.ts'
import type { LegendEntry } from '../editions/part-chart.ts'
import type { PlacedChart } from '../page-parts/charts/responsive-chart.tsx'
import { costOfRatio, explainRatios, nativeTitle, nativeWords, type RatioMetric } from '../page-parts/native-ratio.ts'
import { formatWork } from '../page-parts/titles.ts'
import { GENERATED } from '../store/origin.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import { type EngineRow, engineChart, explainBrief, signed } from './engine-chart.ts'
import { findErratum } from './errata-links.ts'
import { type LatestResults, whyUnused } from './latest-results.ts'
import { distinguishConfigurations, machineTitle } from './points.ts'
import type { FlagOf } from './unranked-values.ts'

/** The answer of a page: the latest results by engine, as a chart, a sentence and a table. */
export interface LatestView {
  /** The benchmark, for example `npm-ci small on bind`. */
  title: string
  /** The answer in a sentence. */
  sentence: string
  /** Where the results are from: `measured`, `transcribed` from publications, or `generated`. */
  origin: string
  /** What the ratios of ranked results say that are not a cost of the container; empty if there are none. */
  explanation: string
  /** The title of the ratios, which says which of them are better. */
  ratioTitle: string
  chart: PlacedChart
  /** The legend of the chart's colours: the page's own engine, and the others. Empty if the chart has one colour. */
  legend: LegendEntry[]
  /** The meaning of short names in the chart's labels. */
  names: string[]
  rows: LatestRow[]
  /** The flags of the unranked results. These stand last, and their ratios end in `FLAG_SIGN`. */
  flags: Flag[]
  /** A newer run that is not among the results, and why; null without one. */
  unused: { run: string; day: string; why: string } | null
}

/** A row of the table: the latest result of an engine on a machine. */
export interface LatestRow {
  engine: string
  /** The page of the engine, relative to the folder of the engines; null for the page's own engine. */
  page: string | null
  machine: string
  /** The versions of engine and system. */
  versions: string
  ratio: string
  value: string
  run: string
  day: string
  /** The provenance level; empty for a generated result, of which it says nothing. */
  provenanceLevel: string
  origin: string
  /** The anchor on `/errata` of the result's erratum; null if there is none. */
  erratum: string | null
}

/** The maximum number of engines in a chart. The table has the results of all of them. */
const MAX_ENGINES = 16

/**
 * Prepares the latest results for a page.
 * @param own the engine of the page; null for the page of a workload
 * @param flagOf tells which results are not ranked, and why
 */
export function viewLatest(
  { work, scenario, results, unused = null }: LatestResults,
  own: string | null,
  flagOf: FlagOf,
): LatestView {
  const title = `${formatWork(work)} ${placeOf(scenario)}`
  const origin = results[0]?.origin ?? 'measured'
  const remark = origin === 'generated' ? ` (${GENERATED})` : ''
  const metric = { better: results[0]?.better ?? 'lower', unit: results[0]?.unit ?? 'ns' }
  const ratioTitle = nativeTitle(metric)
  const titleOfEngine = engineTitles(results)
  const groupsOf = (points: HistoryPoint[], isUnranked: boolean): EngineGroup[] =>
    [...Map.groupBy(points, titleOfEngine)]
      .map(([engine, points]) => ({ engine, isUnranked, points: points.toSorted((a, b) => costOf(a) - costOf(b)) }))
      .sort((a, b) => middleOf(a.points) - middleOf(b.points))
  const ranked = groupsOf(
    results.filter((point) => flagOf(point) === null),
    false,
  )
  const unranked = groupsOf(
    results.filter((point) => flagOf(point) !== null),
    true,
  )
  const groups = [...ranked, ...unranked]
  const rows = groups.slice(0, MAX_ENGINES).map(({ engine, isUnranked, points }) => ({
    label: engine,
    isOwn: points[0]?.engineSlug === own,
    isUnranked,
    dots: points.map((point) => ({ machine: shortMachine(point), ratio: ratioOf(point) })),
  }))
  return {
    title,
    sentence: sentenceOf(`${title}${remark}`, ranked, own, metric),
    origin,
    explanation: explainRatios(
      ranked.flatMap(({ points }) => points.map((point) => ({ ratio: ratioOf(point), interval: point.ratioInterval }))),
      metric,
    ),
    ratioTitle,
    chart: engineChart(rows, ratioTitle, `${title}, × native, by engine${remark}`),
    legend: legendOf(rows, results.find(({ engineSlug }) => engineSlug === own)?.product ?? ''),
    names: explainBrief(rows),
    rows: groups.flatMap((group) => group.points.map((point) => viewRow(group, point, own))),
    flags: [...new Set(results.map(flagOf).filter((flag) => flag !== null))],
    unused:
      unused && results[0]
        ? { run: unused.runId, day: unused.startedAt.slice(0, 10), why: whyUnused(unused, results[0]) }
        : null,
  }
}

function legendOf(rows: readonly EngineRow[], product: string): LegendEntry[] {
  if (new Set(rows.map(({ isOwn }) => isOwn)).size < 2) return []
  return [
    { scenario: 'bind', title: product },
    { scenario: 'volume', title: 'other engines' },
  ]
}

interface EngineGroup {
  engine: string
  isUnranked: boolean
  /** The points of the engine, the best ratio first. */
  points: HistoryPoint[]
}

function viewRow({ engine, isUnranked }: EngineGroup, point: HistoryPoint, own: string | null): LatestRow {
  const { product, version, osName, osVersion, unit, runId, startedAt, provenanceLevel, engineSlug, origin } = point
  return {
    engine,
    page: engineSlug === own ? null : engineSlug,
    machine: machineTitle(point),
    versions: [[product, version].filter(Boolean).join(' '), [osName, osVersion].filter(Boolean).join(' ')].join(', '),
    ratio: signed(formatRatio(ratioOf(point)), isUnranked),
    value: formatCenter(point, unit),
    run: runId,
    day: startedAt.slice(0, 10),
    provenanceLevel: origin === 'generated' ? '' : provenanceLevel,
    origin,
    erratum: findErratum(point),
  }
}

/** The most engines of which a sentence states the result of each. */
const MAX_STATED = 6

/** States the range of the page's engine, or those of all engines; of many, the best and the worst. @param groups ranked */
function sentenceOf(title: string, groups: EngineGroup[], own: string | null, metric: RatioMetric): string {
  const mine = groups.filter(({ points }) => points[0]?.engineSlug === own)
  const isEnd = (index: number) => index === 0 || index === groups.length - 1
  const stated = own === null ? groups.filter((_, index) => groups.length <= MAX_STATED || isEnd(index)) : mine
  if (stated.length === 0) return `No result of ${title} can be compared with others.`
  const { verb, native } = nativeWords(metric)
  const ranges = stated.map(({ engine, points }) => {
    const classes = new Set(points.map((point) => point.machine ?? shortMachine(point))).size
    return `${rangeOf(points)} ${native} with ${engine}${classes > 1 ? ` (on ${classes} kinds of machine and file system)` : ''}`
  })
  return `${title} ${verb} ${listed(ranges)}. Native means the same machine without a container.`
}

function rangeOf(points: HistoryPoint[]): string {
  const ratios = points.map(ratioOf)
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => formatRatio(ratio))
  return low === high || low === undefined ? `${low}` : `${low.replace('×', '')}–${high}`
}

/**
 * Returns the title of each engine: its product and, if the product was measured in several configurations, what
 * distinguishes them. If the results are of several operating systems, each title says which: `Docker on Linux` is not
 * what a Mac runs.
 */
function engineTitles(results: readonly HistoryPoint[]): (point: HistoryPoint) => string {
  const configurationOf = distinguishConfigurations(results)
  const hasSeveral = new Set(results.map(systemOf)).size > 1
  return (point) => {
    const title = [point.product, ...configurationOf(point)].join(', ')
    // At the end, where a shortened label keeps it.
    return hasSeveral ? `${title} on ${systemOf(point)}` : title
  }
}

function systemOf({ osName }: HistoryPoint): string {
  return osName === 'macOS' ? 'macOS' : 'Linux'
}

/** Returns the properties of a machine that readers know it by: its processor, CPUs and memory. */
function shortMachine({ machine, osName, runId }: HistoryPoint): string {
  return machine === null ? `${osName} (${runId.slice(0, 10)})` : machine.split(', ').slice(0, 3).join(', ')
}

function middleOf(points: HistoryPoint[]): number {
  return median(points.map(costOf))
}

function costOf(point: HistoryPoint): number {
  return costOfRatio(ratioOf(point), point)
}

function ratioOf({ ratio }: HistoryPoint): number {
  return ratio ?? Number.NaN
}
