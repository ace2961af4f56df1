import { describeWork } from '../benchmark-label.ts'
import { checkedTo, largestDifference, runReliability } from '../controls.ts'
import { formatBound } from '../describe-ratio.ts'
import { formatRatio } from '../format.ts'
import { counted } from '../format-count.ts'
import type { Benchmark, RunDocument } from '../run.v1.generated.ts'
import { placeOf } from '../scenario-places.ts'
import type { ComparedBenchmark } from './benchmarks.ts'
import { bothIds } from './property-comparison.ts'
import type { RelativeCost } from './relative-cost.ts'

/** Of more benchmarks than these, a description does not name all. */
const MAX_NAMED = 3

/**
 * What a comparison found, one sentence after another: the benchmarks whose cost relative to the reference surely differs
 * between A and B, the largest difference first; how large a difference of the others could be; how long B took
 * without a container. Empty if the runs have no such figures in common.
 */
export function describeComparison(a: RunDocument, b: RunDocument, benchmarks: readonly ComparedBenchmark[]): string[] {
  const checked = [a, b].map(boundsOf)
  const found = benchmarks.flatMap(({ a: at, b: of, metrics }) => {
    const relative = metrics.find(({ primary }) => primary)?.relative
    const { value, interval } = relative?.quotient ?? {}
    if (!relative || value === undefined || !interval) return []
    const [benchmark, other] = [a.benchmarks[at], b.benchmarks[of]] as [Benchmark, Benchmark]
    const bound = Math.max(...checked.map((bounds) => bounds.get(describeWork(benchmark)) ?? 0))
    const isCertain = (interval[0] > 1 || interval[1] < 1) && (largestDifference([[value, value]]) ?? 0) >= bound
    const engine = benchmark.engine && bothIds(benchmark.engine, other.engine ?? '')
    const place = `${placeOf(benchmark.scenario)}${engine === null ? '' : ` with ${engine}`}`
    const sentence = sentenceOf(`${describeWork(benchmark)} ${place}`, relative, formatRatio(value, interval))
    return [{ sentence, value, isCertain, possible: Math.max(bound, largestDifference([interval]) ?? 0) }]
  })
  const hasRatios = benchmarks.some(({ metrics }) => metrics.some(({ primary, relative }) => primary && relative))
  if (found.length === 0 && hasRatios)
    return [
      'No benchmark has an estimate of its ratio in both runs, so none is compared relative to its reference.',
      ...describeHosts(a, benchmarks),
    ]
  const certain = found
    .filter(({ isCertain }) => isCertain)
    .sort((one, other) => sizeOf(other.value) - sizeOf(one.value))
  const others = found.filter(({ isCertain }) => !isCertain)
  const possible = formatBound(Math.max(...others.map((one) => one.possible)))
  const more = certain.length - MAX_NAMED
  return [
    ...certain.slice(0, MAX_NAMED).map(({ sentence }) => sentence),
    ...(more > 0 ? [`${counted(more, 'more benchmark')} ${more === 1 ? 'differs' : 'differ'}, by less.`] : []),
    ...(others.length === 0
      ? []
      : [
          `Relative to the reference, no difference between A and B is certain in ${certain.length > 0 ? 'the other ' : ''}${counted(others.length, 'benchmark')}; one of ${possible} would not show.`,
        ]),
    ...describeHosts(a, benchmarks),
  ]
}

function sentenceOf(benchmark: string, { reference, a, b }: RelativeCost, cost: string): string {
  const [inA, inB] = [a, b].map(({ value }) => `${formatRatio(value as number)} ${reference}`)
  return `${benchmark}: ${inA} in A, ${inB} in B; relative to ${reference}, B costs ${cost} as much.`
}

/** How long the host of B took, relative to that of A, for the work that both did without a container. */
function describeHosts({ benchmarks: ofA }: RunDocument, benchmarks: readonly ComparedBenchmark[]): string[] {
  const costs = benchmarks.flatMap(({ a: at, metrics }) => {
    const cost = metrics.find(({ primary, unit }) => primary && unit === 'ns')?.cost
    const benchmark = ofA[at] as Benchmark
    if (benchmark.scenario !== 'native' || !cost) return []
    return [`${formatRatio(cost.value, cost.interval)} the time of A for ${describeWork(benchmark)}`]
  })
  if (costs.length === 0) return []
  return [`Without a container, B took ${costs.slice(0, MAX_NAMED).join(', and ')}.`]
}

/** How closely a run checked each of its works. */
function boundsOf(document: RunDocument): Map<string, number> {
  const pairs = Map.groupBy(runReliability(document).pairs, ({ workload }) => workload)
  return new Map([...pairs].map(([work, own]) => [work, checkedTo(own) ?? 0]))
}

function sizeOf(ratio: number): number {
  return Math.abs(Math.log(ratio))
}
