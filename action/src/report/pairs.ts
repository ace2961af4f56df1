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
  type RunDocument,
  type RunReliability,
} from '@plimsoll/schema'
import { cliffsDelta, mannWhitneyP, median } from '@plimsoll/schema/statistics'
import { ratioBetween } from './ratio-texts.ts'
import { distinctionsOf } from './rows.ts'
import { plainRow, type Section, type SectionRow } from './section.ts'

/**
 * The property that differs between the two sides of a compared pair of benchmarks: the value of a param, the scenario,
 * or the metric. All other properties of both sides are the same.
 */
type Side = { param: string; value: string | number } | { scenario: string } | { metric: string }

/** The pairs of benchmarks that the publication of 2026 compares. */
const PAIRS: { workload: string; sides: [Side, Side] }[] = [
  pairOfParams('container-start', 'cache', 'warm', 'cold'),
  pairOfParams('copy-up', 'mebibytes', 8, 256),
  pairOfParams('cpu-limit', 'threads', 1, 2),
  { workload: 'sequential-write', sides: [{ scenario: 'layer' }, { scenario: 'volume' }] },
  { workload: 'metadata', sides: [{ scenario: 'layer' }, { scenario: 'volume' }] },
  pairOfParams('network', 'network', 'bridge', 'host'),
  { workload: 'memory', sides: [{ metric: 'file-alone' }, { metric: 'file' }] },
  { workload: 'memory', sides: [{ metric: 'anonymous-alone' }, { metric: 'anonymous' }] },
]

function pairOfParams(workload: string, param: string, first: string | number, second: string | number) {
  const sides: [Side, Side] = [
    { param, value: first },
    { param, value: second },
  ]
  return { workload, sides }
}

/** The words that the publication of 2026 uses for the size of Cliff's delta, each with its lower bound. */
const SIZES: [from: number, word: string][] = [
  [0.474, 'large'],
  [0.33, 'medium'],
  [0.147, 'small'],
  [0, 'negligible'],
]

/**
 * One table of the publication's pairs for which the run has both sides. Empty if the run has no such pair.
 * @param reliability of the run, which decides on the ratios
 */
export function pairSection(document: RunDocument, reliability: RunReliability): Section[] {
  const found = PAIRS.flatMap(({ workload, sides }) => findPairs(document, workload, sides))
  if (found.length === 0) return []
  return [
    {
      title: 'Pairs',
      heading: ['Measurement', 'First', 'Second', 'n', 'Median', 'Median', 'Ratio', 'p', 'Cliff’s delta'],
      words: 3,
      rows: found.map((pair) => rowOf(document, reliability, pair)),
      remarks: [
        'p: Mann–Whitney, two-sided. Delta: share of pairs of values in which the first is larger − share in which it is smaller.',
        'Ratio: first ÷ second by rounds, with its 95% interval.',
      ],
    },
  ]
}

interface Measured {
  benchmark: Benchmark
  metric: Metric
  side: Side
}

interface Pair {
  first: Measured
  second: Measured
}

function findPairs({ benchmarks }: RunDocument, workload: string, [first, second]: [Side, Side]): Pair[] {
  const own = benchmarks.filter((benchmark) => benchmark.workload === workload && !benchmark.control)
  const seconds = new Map(
    own.flatMap((benchmark) => measuredAs(benchmark, second)).map((found) => [restOf(found), found]),
  )
  return own
    .flatMap((benchmark) => measuredAs(benchmark, first))
    .flatMap((found) => {
      const partner = seconds.get(restOf(found))
      return partner === undefined ? [] : [{ first: found, second: partner }]
    })
}

/** The benchmark with the compared metric, if the benchmark is this side of a pair. Otherwise empty. */
function measuredAs(benchmark: Benchmark, side: Side): Measured[] {
  if ('param' in side && benchmark.params[side.param] !== side.value) return []
  if ('scenario' in side && benchmark.scenario !== side.scenario) return []
  const metric = benchmark.metrics.find(({ name, primary }) => ('metric' in side ? name === side.metric : primary))
  return metric === undefined ? [] : [{ benchmark, metric, side }]
}

/** A key that consists of all properties that both sides of a pair have in common. */
function restOf({ benchmark, metric, side }: Measured): string {
  const scenario = 'scenario' in side ? null : benchmark.scenario
  const name = 'metric' in side ? null : metric.name
  return canonicalize([commonParams(benchmark, side), scenario, name, benchmark.engine, benchmark.variant])
}

function commonParams({ params }: Benchmark, side: Side): Benchmark['params'] {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !('param' in side && name === side.param)))
}

function rowOf(document: RunDocument, reliability: RunReliability, { first, second }: Pair): SectionRow {
  const [a, b] = [first, second].map(({ benchmark, metric }) => countedValues(benchmark, metric)) as [
    number[],
    number[],
  ]
  const { benchmark, metric, side } = first
  const work = describeWork({ workload: benchmark.workload, params: commonParams(benchmark, side) })
  const name = 'metric' in side ? [] : [metric.name]
  const ratio = ratioBetween(document, reliability, [first.benchmark, first.metric], [second.benchmark, second.metric])
  const compared = ratio !== null
  const shown = compared && ratio.status !== 'withheld' && ratio.status !== 'unreliable'
  return plainRow(
    [work, ...name, ...distinctionsOf(document, benchmark)].join(' · '),
    wordFor(first.side),
    wordFor(second.side),
    `${a.length}, ${b.length}`,
    medianText(first, a),
    medianText(second, b),
    compared ? describeRatio(ratio) : '',
    shown ? formatProbability(mannWhitneyP(a, b)) : '',
    shown ? deltaText(cliffsDelta(a, b)) : '',
  )
}

function wordFor(side: Side): string {
  if ('scenario' in side) return side.scenario
  if ('metric' in side) return side.metric
  return typeof side.value === 'number' ? `${side.param}=${side.value}` : side.value
}

function medianText({ benchmark, metric }: Measured, values: number[]): string {
  if (values.length === 0) return describeAbsence(benchmark, metric.name)
  const divisor = benchmark.metrics.find(({ name }) => name === metric.per)
  return formatAmount(median(values), divisor === undefined ? metric.unit : `${metric.unit}/${divisor.unit}`)
}

function deltaText(delta: number): string {
  const [, word] = SIZES.find(([from]) => Math.abs(delta) >= from) as [number, string]
  return `${delta.toFixed(2)} (${word})`
}
