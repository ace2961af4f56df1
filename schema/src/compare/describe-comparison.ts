import { describeWork } from '../benchmark-label.ts'
import { checkedTo, largestDifference, runReliability } from '../controls.ts'
import { formatBound } from '../describe-ratio.ts'
import { formatRatio } from '../format.ts'
import { counted } from '../format-count.ts'
import type { Benchmark, RunDocument } from '../run.v1.generated.ts'
import { placeOf } from '../scenario-places.ts'
import { type Interval, studentTQuantile } from '../statistics/index.ts'
import type { ComparedBenchmark } from './benchmarks.ts'
import { bothIds } from './property-comparison.ts'
import type { RelativeCost } from './relative-cost.ts'

/** Of more benchmarks than these, a description does not name all. */
const MAX_NAMED = 3

/**
 * What a comparison found, one sentence after another: how long B took without a container; the benchmarks whose cost
 * relative to the reference surely differs between A and B, the largest difference first; how large a difference of the
 * others could be. Empty if their common benchmarks have no such figures.
 */
export function describeComparison(a: RunDocument, b: RunDocument, benchmarks: readonly ComparedBenchmark[]): string[] {
  const checked = [a, b].map(boundsOf)
  const ratios = benchmarks.flatMap(({ a: at, b: of, metrics }) => {
    const relative = metrics.find(({ primary }) => primary)?.relative ?? null
    const [benchmark, other] = [a.benchmarks[at], b.benchmarks[of]] as [Benchmark, Benchmark]
    return relative === null ? [] : [{ benchmark, other, relative }]
  })
  const compared = ratios.flatMap(({ benchmark, other, relative }) => {
    const { value, interval } = relative.quotient ?? {}
    return value === undefined || !interval ? [] : [{ benchmark, other, relative, value, interval }]
  })
  const found = compared.map(({ benchmark, other, relative, value, interval }) => {
    const bound = Math.max(...checked.map((bounds) => bounds.get(describeWork(benchmark)) ?? 0))
    const size = largestDifference([[value, value]]) ?? 0
    return {
      sentence: sentenceOf(nameOf(benchmark, other), relative, { value, interval }),
      value,
      isCertain: excludes1(value, interval, compared.length) && size >= bound,
      possible: Math.max(bound, largestDifference([interval]) ?? 0),
    }
  })
  const certain = found
    .filter(({ isCertain }) => isCertain)
    .sort((one, other) => Math.abs(Math.log(other.value)) - Math.abs(Math.log(one.value)))
  const others = found.filter(({ isCertain }) => !isCertain)
  const possible = formatBound(Math.max(...others.map((one) => one.possible)))
  const more = certain.length - MAX_NAMED
  const count = `${certain.length > 0 ? 'the other ' : ''}${counted(others.length, 'benchmark')}`
  const references = [...new Set(compared.map(({ relative }) => relative.reference))].join(' or ')
  return [
    ...describeHosts(a, benchmarks),
    ...certain.slice(0, MAX_NAMED).map(({ sentence }) => sentence),
    ...(more > 0 ? [`${counted(more, 'more benchmark')} ${more === 1 ? 'differs' : 'differ'}, by less.`] : []),
    ...(others.length > 0
      ? [
          `In ${count} with a ratio to ${references}, any difference between these ratios is at most ${possible}, too small for these runs to see.`,
        ]
      : []),
    ...(found.length === 0 && ratios.length > 0 ? [whyNothing(ratios)] : []),
    ...(benchmarks.length === 0 ? ['A and B have no benchmark in common, so nothing is compared.'] : []),
  ]
}

/**
 * Whether a difference is certain among so many: the interval excludes 1 when it is widened so that, without any difference,
 * one of all intervals excludes 1 in 5% of cases (Bonferroni, on the log scale).
 */
function excludes1(value: number, [lower, upper]: Interval, count: number): boolean {
  const scale = normalQuantile(1 - 0.025 / count) / normalQuantile(0.975)
  return value > 1
    ? Math.log(value) > scale * Math.log(value / lower)
    : -Math.log(value) > scale * Math.log(upper / value)
}

/** The standard normal quantile, as that of t with very many degrees of freedom. */
function normalQuantile(probability: number): number {
  return studentTQuantile(probability, 1e6)
}

function whyNothing(ratios: readonly { relative: RelativeCost }[]): string {
  return ratios.some(({ relative }) => relative.quotient !== null)
    ? 'The ratios of a transcribed run have no intervals, so no difference between A and B is certain; the table has them.'
    : 'No benchmark has an estimate of its ratio in both runs, so none is compared relative to its reference.'
}

/** The work and the place of a benchmark: `npm-ci small on a bind mount with docker / podman`. */
function nameOf(benchmark: Benchmark, other: Benchmark): string {
  const engine = benchmark.engine && bothIds(benchmark.engine, other.engine ?? '')
  const variant = benchmark.variant === null ? '' : ` (${benchmark.variant})`
  return `${describeWork(benchmark)}${variant} ${placeOf(benchmark.scenario)}${engine === null ? '' : ` with ${engine}`}`
}

function sentenceOf(
  benchmark: string,
  { reference, a, b }: RelativeCost,
  { value, interval }: { value: number; interval: Interval },
): string {
  const [inA, inB] = [a, b].map(({ value }) => formatRatio(value as number))
  const [cost, ends = ''] = formatRatio(value, interval).split(' (')
  return `Relative to ${reference}, ${benchmark} costs ${value > 1 ? 'more' : 'less'} in B than in A: ${inB} ${reference}, not ${inA}; that is ${cost} as much (95% interval ${ends}.`
}

/** How long the work without a container took in B, relative to A. */
function describeHosts({ benchmarks: ofA, origin }: RunDocument, benchmarks: readonly ComparedBenchmark[]): string[] {
  const costs = benchmarks.flatMap(({ a: at, metrics }) => {
    const cost = metrics.find(({ primary, unit }) => primary && unit === 'ns')?.cost
    const benchmark = ofA[at] as Benchmark
    if (benchmark.scenario !== 'native' || benchmark.engine !== null || !cost?.interval) return []
    return [[formatRatio(cost.value, cost.interval), `for ${describeWork(benchmark)}`] as const]
  })
  // An imported run does not say whether its command used containers.
  if (origin.kind === 'imported') return []
  const texts = costs.map(([cost, work], at) => `${cost} ${at === 0 ? 'as long as A ' : ''}${work}`)
  return texts.length === 0 ? [] : [`Without a container, B takes ${texts.slice(0, MAX_NAMED).join(', ')}.`]
}

/** How closely a run checked each of its works. */
function boundsOf(document: RunDocument): Map<string, number> {
  const pairs = Map.groupBy(runReliability(document).pairs, ({ workload }) => workload)
  return new Map([...pairs].map(([work, own]) => [work, checkedTo(own) ?? 0]))
}
