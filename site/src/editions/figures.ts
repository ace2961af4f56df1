import {
  type Benchmark,
  chooseCenter,
  countedValues,
  describeWork,
  type Metric,
  type RunDocument,
  ratioOfCenters,
} from '@plimsoll/schema'
import { RegistryError } from '../errors.ts'
import { findMetricTarget } from '../page-parts/metric-direction.ts'
import { engineTitle, formatWork } from '../page-parts/titles.ts'
import { machineTitle } from './changes.ts'
import type {
  BenchmarkReference,
  Edition,
  EditionPart,
  EditionRow,
  PublishedFigures,
  StatedFigures,
} from './edition.ts'
import { rowAnchors } from './row-anchors.ts'
import { findSummary, NO_RATIO, type RatioFigures, type ReadRun, ratioOfRow } from './row-ratio.ts'
import { figuresOfValues, NO_VALUES, type ValueFigures } from './statistics.ts'
import { formatFigure, type Unit, unitNamed, withUnit } from './units.ts'

/** A part of an edition with the figures of its rows, in the part's unit. */
export interface PartFigures extends Omit<EditionPart, 'rows' | 'unit'> {
  unit: Unit
  rows: RowFigures[]
}

export interface RowFigures {
  os: string
  platform: string
  test: string
  /** The anchor of the row on the page of the edition. */
  anchor: string
  scenario: string
  /** The workload; null if the row has only figures that the source states. */
  workload: string | null
  /** The workload in words; empty if the row has only figures that the source states. */
  work: string
  /** Product and version of the engine, for example `Lima 1.0.3`; null for work on the host, and if it is unknown. */
  engine: string | null
  /** The title of the machine; null if the row has only figures that the source states. */
  machine: string | null
  /** The number of runs whose samples the figures are of; 0 if the row has only figures that the source states. */
  runs: number
  figures: Figures
  /** Which values are better; null if the row has only figures that the source states. */
  better: Metric['better'] | null
  flag: string | null
  /** The figures that the source printed, if they do not follow from its values; otherwise null. */
  misprinted: PrintedFigures | null
  earlier: (Figures & { date: string }) | null
  /**
   * The smallest and the largest record size of a row, in bytes, in a part with a chart of lines. Usually the two are
   * equal.
   */
  records: [smallest: number, largest: number] | null
}

export interface Figures extends ValueFigures, RatioFigures {
  /** The lower bound that the source states in words. `most` is the upper bound. */
  least: number | null
  most: number | null
}

/** Figures printed by a source, in the part's unit. */
export interface PrintedFigures {
  average: number
  minimum: number | null
  maximum: number | null
}

/**
 * Computes the figures of an edition. The figures of a missing run are null.
 * @throws RegistryError `missing-benchmark`
 */
export function resolveEdition(edition: Edition, readRun: ReadRun): PartFigures[] {
  return resolveParts(edition.parts, readRun)
}

/** Computes the figures of parts of an edition, as `resolveEdition`. */
export function resolveParts(parts: readonly EditionPart[], readRun: ReadRun): PartFigures[] {
  const load = memoize(readRun)
  return parts.map((part) => resolvePart(part, load))
}

function resolvePart(part: EditionPart, load: ReadRun): PartFigures {
  const unit = unitNamed(part.unit)
  const own = part.rows.map((row) => figuresOfRow(row, unit, load))
  const anchors = rowAnchors(part)
  const rows = part.rows.map((row, index): RowFigures => {
    const document = row.benchmark === null ? null : load(row.benchmark.run)
    const benchmark = row.benchmark === null || document === null ? null : benchmarkAt(row.benchmark, document)
    const figures = own[index] as Figures
    const divisor = row.reference === null ? null : (own[row.reference] ?? null)
    return {
      os: row.os,
      platform: row.platform,
      test: nameOfTest(row.test),
      anchor: anchors[index] as string,
      scenario: benchmark?.scenario ?? row.stated?.scenario ?? '',
      workload: benchmark?.workload ?? null,
      work: benchmark === null ? '' : describeWork(benchmark),
      engine: document === null || !benchmark?.engine ? null : engineTitle(document, benchmark.engine),
      machine: document && machineTitle(document.host),
      runs: row.benchmark === null ? 0 : 1 + (row.repeats?.length ?? 0),
      figures: { ...figures, ...ratioOfRow({ row, figures, document, divisor, load }) },
      better: benchmark?.metrics.find(({ primary }) => primary)?.better ?? null,
      flag: row.flag,
      misprinted: row.published === null ? null : misprint(row.published, figures, unit),
      earlier: row.earlier && { ...earlierFigures(row.earlier, unit, load), date: row.earlier.date },
      records: row.record === undefined ? (row.stated?.records ?? null) : [row.record, row.record],
    }
  })
  return {
    ...part,
    ...directed(part, targetOfPart(part, unit, load), unit),
    title: formatWork(part.title),
    reference: nameOfTest(part.reference),
    unit,
    rows,
  }
}

/** Returns the value that the figures of a part should meet, in the part's unit; null if less or more is better. */
function targetOfPart({ rows }: EditionPart, unit: Unit, load: ReadRun): number | null {
  const [target = null, ...others] = new Set(
    rows.map(({ benchmark }) => {
      const document = benchmark && load(benchmark.run)
      if (benchmark === null || document === null) return null
      const { workload, metrics } = benchmarkAt(benchmark, document)
      return findMetricTarget({ workload, metric: metrics.find(({ primary }) => primary)?.name ?? '' })
    }),
  )
  return target === null || others.length > 0 ? null : target / unit.divisor
}

/**
 * Adds a target to a part. The texts of a frozen part name a direction, because they were composed from documents, which
 * have no targets.
 */
function directed({ text }: EditionPart, target: number | null, unit: Unit): Partial<EditionPart> {
  if (target === null) return {}
  const best = `Best at ${withUnit(target.toLocaleString('en'), unit)}.`
  return { text: text.map((line) => (/^(?:More|Less) is better\.$/.test(line) ? best : line)), target }
}

/**
 * Returns the name of a test or a reference on pages. Frozen editions call the layer of a container "No volumes", as their
 * first source does; scenarios, histories and runs call it the layer.
 */
function nameOfTest(name: string): string {
  return name.replace(/^No volumes/, 'Layer').replace(/^no volumes/, 'layer')
}

function figuresOfRow({ benchmark, repeats = [], stated }: EditionRow, unit: Unit, load: ReadRun): Figures {
  if (benchmark !== null && repeats.length > 0)
    return pool([benchmark, ...repeats].map((reference) => figuresOfBenchmark(reference, unit, load)))
  if (benchmark !== null) return figuresOfBenchmark(benchmark, unit, load)
  const {
    values = [],
    warmups = [],
    ratio = null,
    least = null,
    most = null,
  } = stated ?? ({} as Partial<StatedFigures>)
  return { ...figuresOfValues(values, warmups, true), ratio, measuredRatio: null, nextRun: null, least, most }
}

function earlierFigures(
  { benchmark, reference }: NonNullable<EditionRow['earlier']>,
  unit: Unit,
  load: ReadRun,
): Figures {
  const figures = figuresOfBenchmark(benchmark, unit, load)
  return { ...figures, ratio: ratioOfCenters(figures, figuresOfBenchmark(reference, unit, load))?.value ?? null }
}

function figuresOfBenchmark(reference: BenchmarkReference, unit: Unit, load: ReadRun): Figures {
  const document = load(reference.run)
  if (document === null) return { ...NO_VALUES, ...NO_RATIO, least: null, most: null }
  const benchmark = benchmarkAt(reference, document)
  const metric = benchmark.metrics.find(({ primary }) => primary) as Metric
  const values = countedValues(benchmark, metric)
  const warmups = countedValues({ ...benchmark, samples: benchmark.samples.map(swapWarmup) }, metric)
  const independent = benchmark.samples.every(({ values }) => !Array.isArray(values[metric.name]))
  const figures =
    values.length > 0 ? figuresOfValues(values, warmups, independent) : sourceSummary(document, reference.benchmark)
  if (chooseCenter(figures) !== null) return { ...scale(figures, unit.divisor), ...NO_RATIO, least: null, most: null }
  throw new RegistryError(
    'missing-benchmark',
    `An edition has benchmark ${reference.benchmark} of a run, but the run has no figures for this benchmark.`,
  )
}

/** The figures of all samples of several runs. They have no interval: samples of a run are not independent. */
function pool(runs: readonly Figures[]): Figures {
  const values = runs.flatMap((run) => run.values)
  const warmups = runs.flatMap((run) => run.warmups)
  return { ...figuresOfValues(values, warmups, false), ...NO_RATIO, least: null, most: null }
}

/** Swaps warm-ups and measured samples, so that the warm-ups can be summarised. */
function swapWarmup(sample: Benchmark['samples'][number]): Benchmark['samples'][number] {
  return { ...sample, warmup: !sample.warmup }
}

/** Returns the source's own summary of a transcribed benchmark without raw values. */
function sourceSummary(document: RunDocument, benchmark: number): ValueFigures {
  const summary = findSummary(document, benchmark)
  if (summary === undefined) return NO_VALUES
  const { n, mean, median, minimum, maximum, standardDeviation } = summary
  return { ...NO_VALUES, n, mean, median, minimum, maximum, deviation: standardDeviation }
}

function benchmarkAt({ benchmark }: BenchmarkReference, document: RunDocument): Benchmark {
  const found = document.benchmarks[benchmark]
  if (found !== undefined) return found
  throw new RegistryError(
    'missing-benchmark',
    `An edition has benchmark ${benchmark} of a run, but the run does not have this benchmark.`,
  )
}

function scale(figures: ValueFigures, divisor: number): ValueFigures {
  const one = (value: number | null) => (value === null ? null : value / divisor)
  const two = (pair: [number, number] | null): [number, number] | null =>
    pair === null ? null : [pair[0] / divisor, pair[1] / divisor]
  return {
    n: figures.n,
    mean: one(figures.mean),
    meanInterval: two(figures.meanInterval),
    median: one(figures.median),
    medianInterval: two(figures.medianInterval),
    quartiles: two(figures.quartiles),
    minimum: one(figures.minimum),
    maximum: one(figures.maximum),
    deviation: one(figures.deviation),
    groups: two(figures.groups),
    values: figures.values.map((value) => value / divisor),
    warmups: figures.warmups.map((value) => value / divisor),
  }
}

/**
 * Returns the figures that a source printed, if they differ from the computed figures rounded as the source rounds;
 * otherwise null.
 */
function misprint(published: PublishedFigures, { mean, minimum, maximum }: Figures, unit: Unit): PrintedFigures | null {
  const one = (value: number | null) => (value === null ? null : value / unit.divisor)
  const printed = {
    average: published.average / unit.divisor,
    minimum: one(published.minimum),
    maximum: one(published.maximum),
  }
  const follows = (text: number | null, value: number | null) =>
    text === null ||
    value === null ||
    formatFigure(text, unit) === formatFigure(value, unit) ||
    isHalf(text, value, unit)
  const all = follows(printed.average, mean) && follows(printed.minimum, minimum) && follows(printed.maximum, maximum)
  return all ? null : printed
}

/** Whether a value lies halfway between two printed values. Sources round halves down, up or to even. */
function isHalf(printed: number, value: number, { decimals }: Unit): boolean {
  return Number((Math.abs(printed - value) * 10 ** decimals).toPrecision(9)) === 0.5
}

function memoize(readRun: ReadRun): ReadRun {
  const cache = new Map<string, RunDocument | null>()
  return (hash) => {
    const cached = cache.get(hash)
    const document = cached === undefined ? readRun(hash) : cached
    cache.set(hash, document)
    return document
  }
}
