import { describeBenchmark, describeWork } from '../benchmark-label.ts'
import { describeRatio } from '../describe-ratio.ts'
import { formatAmount, formatRatio } from '../format.ts'
import type { Benchmark } from '../run.v1.generated.ts'
import type { ComparedBenchmark, ComparedFigures, ComparedMetric } from './benchmarks.ts'
import type { Comparison } from './compare.ts'
import { bothIds } from './property-comparison.ts'

/** Explains the cost in tables and charts, in one sentence after another. */
export const COST_EXPLAINED =
  'Cost: the median of B ÷ the median of A; the inverse for a metric of which more is better, such as a rate. Above 1, B takes longer or costs more.'

/** The primary metric of one benchmark that both documents contain, formatted for display. */
export interface BenchmarkLine {
  /** Index into the benchmarks of A. */
  benchmark: number
  /** The workload with its parameters, such as `npm-ci small`. */
  work: string
  /** The scenario, the engine and the variant, such as `bind · docker`. */
  place: string
  /** The median (or mean) of document A, with the number of values. `b` is the same for document B. */
  a: string
  nOfA: string
  b: string
  nOfB: string
  /** The cost of B relative to A, or the reason why there is none. Above 1, B is worse. */
  cost: string
  /** The 95% interval of the cost. Empty if there is none. */
  interval: string
  /** The ratios to the reference in A and in B, and B's ÷ A's as a cost, with their intervals. Empty if there are none. */
  ratioOfA: string
  ratioOfB: string
  relative: string
  /** The unformatted metric. */
  compared: ComparedMetric
}

/**
 * Returns one line for the primary metric of each benchmark that both documents contain, in the order of document A.
 */
export function benchmarkLines(
  a: readonly Benchmark[],
  b: readonly Benchmark[],
  { benchmarks }: Pick<Comparison, 'benchmarks'>,
): BenchmarkLine[] {
  return benchmarks.flatMap((benchmark) => linesOf(a, b, benchmark))
}

/** Returns one sentence per document. It lists the benchmarks that only that document contains. */
export function benchmarksOnlyIn(
  a: readonly Benchmark[],
  b: readonly Benchmark[],
  { benchmarksOnlyInA, benchmarksOnlyInB }: Pick<Comparison, 'benchmarksOnlyInA' | 'benchmarksOnlyInB'>,
): string[] {
  return [...onlyIn('A', a, benchmarksOnlyInA), ...onlyIn('B', b, benchmarksOnlyInB)]
}

function linesOf(
  benchmarksOfA: readonly Benchmark[],
  benchmarksOfB: readonly Benchmark[],
  compared: ComparedBenchmark,
): BenchmarkLine[] {
  const [a, b] = [benchmarksOfA[compared.a], benchmarksOfB[compared.b]] as [Benchmark, Benchmark]
  const engine = a.engine && bothIds(a.engine, b.engine ?? a.engine)
  const place = [a.scenario, engine, a.variant].filter((part) => part !== null).join(' · ')
  return compared.metrics
    .filter(({ primary }) => primary)
    .map((metric) => ({
      benchmark: compared.a,
      work: describeWork(a),
      place,
      ...figuresOf(metric),
      compared: metric,
    }))
}

function figuresOf({ unit, a, b, cost, relative, reason }: ComparedMetric) {
  const center = (side: ComparedFigures) => centerText(side, unit, cost?.statistic ?? 'median')
  return {
    a: center(a),
    nOfA: String(a.n ?? 'unknown'),
    b: center(b),
    nOfB: String(b.n ?? 'unknown'),
    cost: cost === null ? (reason as string) : ratioText(cost.value),
    interval: cost?.interval ? cost.interval.map(ratioText).join(' – ') : '',
    ratioOfA: relative === null ? '' : describeRatio(relative.a),
    ratioOfB: relative === null ? '' : describeRatio(relative.b),
    relative: relative?.quotient ? formatRatio(relative.quotient.value, relative.quotient.interval) : '',
  }
}

function centerText(side: ComparedFigures, unit: string, statistic: 'median' | 'mean'): string {
  const value = side[statistic]
  if (value === null) return 'none'
  return statistic === 'median' ? formatAmount(value, unit) : `mean ${formatAmount(value, unit)}`
}

/** Formats a ratio with three decimals: `0.981`. */
export function ratioText(ratio: number): string {
  return ratio < 0.1 ? ratio.toPrecision(3) : ratio.toFixed(3)
}

function onlyIn(document: 'A' | 'B', benchmarks: readonly Benchmark[], indexes: number[]): string[] {
  if (indexes.length === 0) return []
  return [`Only in ${document}: ${indexes.map((at) => describeBenchmark(benchmarks[at] as Benchmark)).join('; ')}.`]
}
