import {
  counted,
  countedValues,
  describeWork,
  formatAmount,
  formatRange,
  formatRatio,
  formatRatioInterval,
  type RunDocument,
  STATISTIC_TITLES,
  summarizeRun,
} from '@plimsoll/schema'
import { costOfRatio } from '../page-parts/native-ratio.ts'
import { formatWork } from '../page-parts/titles.ts'
import { describeGroups } from '../page-parts/two-groups.ts'
import { GENERATED } from '../store/origin.ts'
import type { HistoryPoint } from '../store/queries-history.ts'
import { findErratum } from './errata-links.ts'
import { isHeadlineResult, isSigned, latestResults } from './latest-results.ts'
import { distinguishConfigurations, splitReplaced } from './points.ts'

/** The headline figure of a history. */
export interface HistoryHeadline {
  /** The figure as text: a ratio such as `1.49×`, or an amount if there is no reference. */
  figure: string
  /** The 95% interval of a ratio of one configuration; null if there is none. */
  interval: string | null
  /** The kind of figure, for example `median` or `mean of the source`. */
  measure: string
  /**
   * The samples of a median, for example `5 samples of one run, 2.99–3.08 s`, and their two groups if they lie in two. Null
   * for a ratio, and if the samples are not known.
   */
  samples: string | null
  /** Whether the figure is a ratio of which more is better, such as that of a rate. */
  isHigherBetter: boolean
  /**
   * The description of the benchmark, with the number of configurations of the engine if its run has several: `npm-ci small
   * on bind, Docker Desktop 4.37.1, 2 configurations`.
   */
  what: string
  /** The operating system of the machine, for example `macOS 15.2`. */
  system: string
  /** What a reader must know of the run: that it is generated, transcribed or self-reported; null for a signed run. */
  state: string | null
  /** The anchor on `/errata` of the figure's erratum; null if there is none. */
  erratum: string | null
  run: string
  day: string
}

/**
 * Returns the headline figure of a history. It is the latest of the results that answer the page (`latestResults`), so
 * that lists and badges have a figure of the page; of several configurations in one run, their range. Without an answer, it is the
 * worst ratio of a bind mount in the latest run, else the run's worst ratio, else its first amount. Considers
 * transcribed runs, and reliable runs of an unmodified suite with three values or more. Self-reported runs are used only
 * if there is no signed run, because their author can name any engine; generated runs, if there are no others. Returns
 * null if no run qualifies.
 * @param points oldest first
 * @param readRun reads a run by its id; null if it is not read, for example because it is large
 * @param now the current time, ISO 8601; runs with a later start are ignored
 */
export function historyHeadline(
  points: readonly HistoryPoint[],
  readRun: (id: string) => RunDocument | null,
  now = new Date().toISOString(),
): HistoryHeadline | null {
  const eligible = points.filter((point) => point.startedAt <= now && isHeadlineResult(point))
  const point =
    choosePoint(
      eligible.filter((point) => !isGenerated(point)),
      now,
    ) ?? choosePoint(eligible, now)
  if (point === null) return null
  const run = readRun(point.runId)
  const engine = [point.product, point.version].filter(Boolean).join(' ')
  const same = eligible.filter((other) => isSameBenchmark(other, point))
  const ratios = same
    .filter((other) => other.product === point.product && !isCopied(other))
    .flatMap(({ ratio }) => ratio ?? [])
  const isRange = point.ratio !== null && ratios.length > 1
  const configuration = isRange ? [`${ratios.length} configurations`] : distinguishConfigurations(same)(point)
  return {
    figure: figureOf(point, isRange ? ratios : []),
    interval: isRange || point.ratioInterval === null ? null : formatRatioInterval(point.ratioInterval),
    measure: measureOf(point, run),
    samples: point.ratio === null ? samplesOf(point, run) : null,
    isHigherBetter: point.ratio !== null && point.better === 'higher',
    what: [`${formatWork(point.work)} on ${point.scenario}`, engine, ...configuration].filter(Boolean).join(', '),
    system: [point.osName, point.osVersion].filter(Boolean).join(' '),
    state: stateOf(point),
    erratum: findErratum(point),
    run: point.runId,
    day: point.startedAt.slice(0, 10),
  }
}

/**
 * Returns the headline figure of each operating system that a history has results of, because `Docker on Linux` is not what
 * a Mac runs; the latest first.
 */
export function headlinesBySystem(
  points: readonly HistoryPoint[],
  readRun: (id: string) => RunDocument | null,
): HistoryHeadline[] {
  return [...Map.groupBy(points, ({ osName }) => osName === 'macOS').values()]
    .map((ofSystem) => historyHeadline(ofSystem, readRun))
    .filter((headline) => headline !== null)
    .sort((a, b) => (a.day < b.day ? 1 : -1))
}

/** An amount, a ratio, or the range of the ratios of several configurations. */
function figureOf({ ratio, value, unit }: HistoryPoint, ratios: readonly number[]): string {
  if (ratios.length > 0) return formatRatioInterval([minimumOf(ratios), maximumOf(ratios)])
  return ratio === null ? formatAmount(value, unit) : formatRatio(ratio)
}

/** Whether the engine copies the files of a bind mount in the background: the timer stops before the copy is complete. */
function isCopied({ setup }: HistoryPoint): boolean {
  return /\bsynchroni[sz]ed\b/.test(setup ?? '')
}

function isSameBenchmark(one: HistoryPoint, { runId, work, scenario, metric }: HistoryPoint): boolean {
  return one.runId === runId && one.work === work && one.scenario === scenario && one.metric === metric
}

function stateOf(point: HistoryPoint): string | null {
  if (isGenerated(point)) return GENERATED
  return isSigned(point) && point.provenanceLevel !== 'transcribed' ? null : point.provenanceLevel
}

function isGenerated({ origin }: HistoryPoint): boolean {
  return origin === 'generated'
}

function choosePoint(points: readonly HistoryPoint[], now: string): HistoryPoint | null {
  const signed = points.filter(isSigned)
  return (
    answerPoint(
      signed.filter(({ origin }) => origin !== 'transcribed'),
      now,
    ) ??
    answerPoint(points, now) ??
    headlinePoint(signed) ??
    headlinePoint(points)
  )
}

function answerPoint(points: readonly HistoryPoint[], now: string): HistoryPoint | null {
  const { results = [] } = latestResults(splitReplaced(points).current, now) ?? {}
  const last = results
    .map(({ startedAt }) => startedAt)
    .sort()
    .at(-1)
  const latest = results.filter(({ startedAt }) => startedAt === last)
  return latest.toSorted((a, b) => costOf(b) - costOf(a))[0] ?? null
}

/** How much worse a result is than its reference. A point without a ratio is last. */
function costOf({ ratio, better }: HistoryPoint): number {
  return ratio === null ? 0 : costOfRatio(ratio, { better })
}

function headlinePoint(points: readonly HistoryPoint[]): HistoryPoint | null {
  const latest = points.toReversed()
  const of = (matches: (point: HistoryPoint) => boolean) => {
    const first = latest.find(matches)
    const same = latest.filter((point) => point.runId === first?.runId && matches(point))
    return same.toSorted((a, b) => costOf(b) - costOf(a))[0]
  }
  return (
    of(({ scenario, ratio }) => scenario === 'bind' && ratio !== null) ??
    of(({ ratio }) => ratio !== null) ??
    of(() => true) ??
    null
  )
}

/**
 * Names the kind of a headline figure. A source may give means instead of medians, of which its ratios are the
 * quotients. Without a native measurement, the reference of a ratio is the scenario `layer`.
 */
function measureOf(point: HistoryPoint, run: RunDocument | null): string {
  const { work, scenario, engine, variant, metric, ratio, statistic } = point
  if (ratio === null) return STATISTIC_TITLES[statistic]
  if (run === null) return 'ratio'
  const summary = summarizeRun(run).find((summary) => {
    const benchmark = run.benchmarks[summary.benchmark]
    return (
      benchmark !== undefined &&
      !summary.control &&
      summary.metric === metric &&
      describeWork(benchmark) === work &&
      benchmark.scenario === scenario &&
      benchmark.engine === engine &&
      benchmark.variant === variant
    )
  })
  const reference = summary?.ratio?.reference ?? 'native'
  return summary?.ratio?.status === 'source' ? `ratio of ${statistic}s to ${reference}` : `ratio to ${reference}`
}

function samplesOf({ position, metric, unit }: HistoryPoint, run: RunDocument | null): string | null {
  const benchmark = run?.benchmarks[position]
  const found = benchmark?.metrics.find(({ name }) => name === metric)
  const values = benchmark && found ? countedValues(benchmark, found) : []
  if (values.length === 0) return null
  const range = values.length === 1 ? null : formatRange(minimumOf(values), maximumOf(values), unit)
  const groups = describeGroups(benchmark, metric)
  const texts = [
    `${counted(values.length, 'sample')} of one run`,
    range,
    groups && `${groups}; an edition of several runs may have another median`,
  ]
  return texts.filter((text) => text !== null).join(', ')
}

function minimumOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b))
}

function maximumOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b))
}
