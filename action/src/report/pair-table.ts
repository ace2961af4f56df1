import {
  type Benchmark,
  canonicalize,
  countedValues,
  describeAbsence,
  describeRatio,
  describeWork,
  formatAmount,
  formatProbability,
  type Metric,
  type RatioToReference,
  type RunDocument,
  type RunReliability,
} from '@plimsoll/schema'
import { cliffsDelta, mannWhitneyP, median } from '@plimsoll/schema/statistics'
import { ratioBetween } from './ratio-texts.ts'
import { plainRow, type Section } from './report.ts'
import { distinctionsOf, platformOf } from './rows.ts'

/** A table of pairs of benchmarks, as data. */
export interface PairTable {
  title: string
  pairs: readonly ComparedPair[]
  columns: readonly (readonly [heading: string, cell: keyof typeof WORDS | keyof typeof FIGURES])[]
  remarks: readonly string[]
}

/** One side of a workload, and the sides that are compared with it. */
interface ComparedPair {
  workload: string
  first: Side
  seconds: readonly Side[]
}

/**
 * The property that differs between the two sides of a compared pair of benchmarks: the value of a param, the scenario,
 * or the metric. All other properties of both sides are the same. `label` names the side, and `source` is the ratio
 * that the publication has.
 */
type Side = ({ param: string; value: string | number } | { scenario: string } | { metric: string }) & {
  label?: string
  source?: string
}

interface PairSide {
  benchmark: Benchmark
  metric: Metric
  side: Side
}

interface Pair {
  document: RunDocument
  first: PairSide
  second: PairSide
  /** The measured values of both sides. */
  a: number[]
  b: number[]
  /** Null if one side has no values. */
  ratio: RatioToReference | null
}

type Cell = (pair: Pair) => string

const WORDS = {
  work: ({ document, first: { benchmark, metric, side } }) => {
    const work = describeWork({ workload: benchmark.workload, params: commonParams(benchmark, side) })
    return [work, ...('metric' in side ? [] : [metric.name]), ...distinctionsOf(document, benchmark)].join(' · ')
  },
  workload: ({ first }) => first.benchmark.workload,
  platform: ({ document, first }) => platformOf(document, first.benchmark.engine),
  first: ({ first }) => labelOf(first.side),
  second: ({ second }) => labelOf(second.side),
} satisfies Record<string, Cell>

const FIGURES = {
  n: ({ a, b }) => `${a.length}, ${b.length}`,
  'median of first': ({ first, a }) => medianText(first, a),
  'median of second': ({ second, b }) => medianText(second, b),
  'median or status of first': ({ first, a, ratio }) =>
    ratio === null ? first.benchmark.status : medianText(first, a),
  'median or status of second': ({ second, b, ratio }) =>
    ratio === null ? second.benchmark.status : medianText(second, b),
  ratio: ({ ratio }) => (ratio === null ? '' : describeRatio(ratio)),
  p: ({ a, b, ratio }) => (isShown(ratio) ? formatProbability(mannWhitneyP(a, b)) : ''),
  delta: ({ a, b, ratio }) => (isShown(ratio) ? deltaText(cliffsDelta(a, b)) : ''),
  'ratio of the source': ({ second, ratio }) => (ratio === null ? '' : (second.side.source ?? '')),
} satisfies Record<string, Cell>

const CELLS: Record<string, Cell> = { ...WORDS, ...FIGURES }

/** The words that the publication of 2026 uses for the size of Cliff's delta, each with its lower bound. */
const SIZES: [from: number, word: string][] = [
  [0.474, 'large'],
  [0.33, 'medium'],
  [0.147, 'small'],
  [0, 'negligible'],
]

/**
 * The table that `layout` describes, of the pairs for which the run has both sides. Empty if the run has no such pair.
 * @param reliability of the run, which decides on the ratios
 */
export function pairSections(document: RunDocument, layout: PairTable, reliability: RunReliability): Section[] {
  const { title, columns, remarks } = layout
  const found = layout.pairs.flatMap((pair) => findPairs(document, pair))
  if (found.length === 0) return []
  const rows = found.map(([first, second]) => {
    const [a, b] = [first, second].map(({ benchmark, metric }) => countedValues(benchmark, metric)) as [
      number[],
      number[],
    ]
    const [one, other] = [[first.benchmark, first.metric] as const, [second.benchmark, second.metric] as const]
    const ratio = ratioBetween(document, reliability, one, other)
    const pair = { document, first, second, a, b, ratio }
    return plainRow(...columns.map(([, cell]) => (CELLS[cell] as Cell)(pair)))
  })
  const words = columns.filter(([, cell]) => cell in WORDS).length
  return [{ title, heading: columns.map(([heading]) => heading), words, rows, remarks: [...remarks] }]
}

function findPairs({ benchmarks }: RunDocument, { workload, first, seconds }: ComparedPair): [PairSide, PairSide][] {
  const own = benchmarks.filter((benchmark) => benchmark.workload === workload && !benchmark.control)
  const partners = seconds.map(
    (side) => new Map(own.flatMap((benchmark) => measuredAs(benchmark, side)).map((found) => [restOf(found), found])),
  )
  return own
    .flatMap((benchmark) => measuredAs(benchmark, first))
    .flatMap((found) =>
      partners
        .flatMap((partner) => partner.get(restOf(found)) ?? [])
        .map((partner): [PairSide, PairSide] => [found, partner]),
    )
}

/** The benchmark with the compared metric, if the benchmark is this side of a pair. Otherwise empty. */
function measuredAs(benchmark: Benchmark, side: Side): PairSide[] {
  if ('param' in side && benchmark.params[side.param] !== side.value) return []
  if ('scenario' in side && benchmark.scenario !== side.scenario) return []
  const metric = benchmark.metrics.find(({ name, primary }) => ('metric' in side ? name === side.metric : primary))
  return metric === undefined ? [] : [{ benchmark, metric, side }]
}

/** A key that consists of all properties that both sides of a pair have in common. */
function restOf({ benchmark, metric, side }: PairSide): string {
  const scenario = 'scenario' in side ? null : benchmark.scenario
  const name = 'metric' in side ? null : metric.name
  return canonicalize([commonParams(benchmark, side), scenario, name, benchmark.engine, benchmark.variant])
}

function commonParams({ params }: Benchmark, side: Side): Benchmark['params'] {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !('param' in side && name === side.param)))
}

function isShown(ratio: RatioToReference | null): boolean {
  return ratio !== null && ratio.status !== 'withheld' && ratio.status !== 'unreliable'
}

function labelOf(side: Side): string {
  if (side.label !== undefined) return side.label
  if ('scenario' in side) return side.scenario
  if ('metric' in side) return side.metric
  return typeof side.value === 'number' ? `${side.param}=${side.value}` : side.value
}

function medianText({ benchmark, metric }: PairSide, values: number[]): string {
  if (values.length === 0) return describeAbsence(benchmark, metric.name)
  const divisor = benchmark.metrics.find(({ name }) => name === metric.per)
  return formatAmount(median(values), divisor === undefined ? metric.unit : `${metric.unit}/${divisor.unit}`)
}

function deltaText(delta: number): string {
  const [, word] = SIZES.find(([from]) => Math.abs(delta) >= from) as [number, string]
  return `${delta.toFixed(2)} (${word})`
}
