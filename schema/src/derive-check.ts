import { describeAbsence, describeBenchmark } from './benchmark-label.ts'
import { canonicalize } from './canonical-json.ts'
import { type Alphas, type CpuChange, hasCpuTime, judgeCpuTimes, sampleCpuTime, splitAlpha } from './cpu-time.ts'
import { sampleValues } from './metric-statistics.ts'
import type { Benchmark, Design, Metric, RunDocument, Sample, VariantOrigin } from './run.v1.generated.ts'
import { median } from './statistics/quantile.ts'
import type { Generator } from './statistics/random-generator.ts'
import {
  type BenchmarkPairs,
  type BenchmarkVerdict,
  type Forecast,
  forecastRounds,
  judgeCheck,
  LOOKS,
  type NullPairResult,
  type Pair,
} from './verdict/index.ts'

/** The fields of a benchmark that a check reads, both during the measurement and from the finished document. */
export type VariantBenchmark = Pick<
  Benchmark,
  'workload' | 'params' | 'scenario' | 'engine' | 'variant' | 'metrics' | 'samples' | 'status'
>

/** One line of a check. It compares the variants base and head of one benchmark. */
export interface CheckedBenchmark extends BenchmarkVerdict {
  /** The indexes of the two variants in `benchmarks`. */
  base: number
  head: number
  /** The primary metric. The verdict is about this metric. */
  metric: Metric
  /** The number of rounds with a value from both variants. */
  pairs: number
  /**
   * The medians of base and head in the unit of the metric. They cover the rounds of the verdict's look (interim
   * analysis). Before the first look, they cover all rounds. Null if there are no pairs.
   */
  medians: { base: number; head: number } | null
  /**
   * Why the check cannot judge this benchmark. Null if it can. (In an unreliable check, no benchmark has a verdict.)
   */
  absence: string | null
  /** The change of the CPU time. Null without a verdict on the wall time, and if the CPU time was not measured. */
  cpu: CpuChange | null
}

export interface CheckedNullPair extends NullPairResult {
  /** The indexes of base and second base in `benchmarks`. */
  base: number
  second: number
}

export interface Check {
  /**
   * The check is `unreliable` if the null pair (two identical variants) shows a difference. The check then reports
   * nothing.
   */
  status: 'reliable' | 'unreliable'
  /** The level of the whole check, and those of its tests of wall times (or other primary metrics) and CPU times. */
  alpha: number
  alphas: Alphas
  threshold: number
  nullPair: CheckedNullPair | null
  /** The number of benchmarks in Holm's adjustment: all except the unsupported ones. */
  family: number
  benchmarks: CheckedBenchmark[]
}

/** The parts of a run's design that the verdicts depend on. */
export type CheckDesign = Pick<Design, 'looks' | 'threshold' | 'level' | 'variants'>

/**
 * Computes the verdicts of a complete or partial check from its document alone. Null for a plain run. Also null for a
 * check whose looks (interim analyses) differ from `LOOKS`, because its error rates are unknown.
 */
export function judgeRun({ benchmarks, design }: Pick<RunDocument, 'benchmarks' | 'design'>): Check | null {
  return judgeVariants(benchmarks, design, { ended: true })
}

/**
 * Computes the verdicts of a check during its measurement. The status is `reliable` until the last round has `ended`.
 */
export function judgeVariants(
  benchmarks: readonly VariantBenchmark[],
  design: CheckDesign,
  { ended }: { ended: boolean },
): Check | null {
  if (!isJudged(design)) return null
  const { threshold, level, variants } = design
  const workIndex = indexByWork(benchmarks, variants)
  const pairs = pairsOf(benchmarks, variants, workIndex)
  // If a variant does not support a benchmark, this is known before the first round. The benchmark is then not part of
  // the family.
  const family = pairs.filter(({ absence }) => absence !== 'unsupported')
  const alphas = splitAlpha(benchmarks, level)
  const most = design.looks.at(-1) ?? 0
  const second = benchmarks.findIndex(({ variant }) => variant === 'second-base')
  const {
    status,
    nullPair,
    benchmarks: verdicts,
  } = judgeCheck(
    family.map(({ judged }) => upTo(judged, most)),
    nullPairOf(second, benchmarks, workIndex, pairSamples),
    { alpha: alphas.wall, threshold },
    { ended },
  )
  const judged = new Map(family.map((pair, index) => [pair, verdicts[index] as BenchmarkVerdict]))
  const timed = family.filter(({ cpu }) => cpu !== null)
  const cpuChanges = judgeCpuTimes(
    timed.map(({ judged, cpu }) => upTo({ ...judged, pairs: cpu ?? [] }, most)),
    nullPairOf(second, benchmarks, workIndex, pairCpuTimes),
    { alpha: alphas.cpu ?? 0, threshold },
    status === 'unreliable',
  )
  const cpuOf = new Map(timed.map((pair, index) => [pair, cpuChanges[index] ?? null]))
  return {
    status,
    alpha: level,
    alphas,
    threshold,
    nullPair: nullPair && { ...nullPair, base: counterpart(second, 'base', workIndex), second },
    family: family.length,
    benchmarks: pairs.map((pair) => {
      const { base, head, metric, absence } = pair
      const seen = judged.get(pair) ?? NO_VERDICT
      const verdict = absence === null ? seen.verdict : null
      const named = { benchmark: pair.judged.benchmark, base, head, metric, pairs: pair.judged.pairs.length, absence }
      const medians = mediansOf(pair.judged.pairs, seen.rounds)
      const cpu = absence === null ? (cpuOf.get(pair) ?? null) : null
      return { ...seen, ...named, medians, verdict, stopped: seen.stopped || absence !== null, cpu }
    }),
  }
}

/** Returns the benchmark with only the rounds up to the last planned look. */
function upTo(benchmark: BenchmarkPairs, rounds: number): BenchmarkPairs {
  return { ...benchmark, pairs: benchmark.pairs.toSorted((a, b) => a.round - b.round).slice(0, rounds) }
}

/**
 * Whether the design has everything that a verdict needs: a threshold, a level, variants, and looks (interim analyses)
 * whose error rates are known.
 */
export function isJudged(
  design: CheckDesign,
): design is CheckDesign & { threshold: number; level: number; variants: Variants } {
  const { looks, threshold, level, variants } = design
  const planned = looks.length > 0 && threshold !== null && level !== null && variants !== undefined
  return planned && looks.every((look, index) => look === LOOKS[index])
}

/** Forecasts the rounds of a check from its first 10 rounds. Null until every benchmark has 10 rounds. */
export function forecastVariants(
  benchmarks: readonly VariantBenchmark[],
  design: CheckDesign,
  generator: Generator,
): Forecast | null {
  const { looks, threshold, level, variants } = design
  if (threshold === null || level === null || !variants) return null
  const good = pairsOf(benchmarks, variants, indexByWork(benchmarks, variants)).filter(
    ({ absence }) => absence === null,
  )
  const forecast = forecastRounds(
    good.map(({ judged }) => judged),
    generator,
    { alpha: splitAlpha(benchmarks, level).wall, threshold },
  )
  if (forecast === null) return null
  const most = looks.at(-1) ?? 0
  const { rounds, from, to } = forecast
  return { rounds: Math.min(rounds, most), from: Math.min(from, most), to: Math.min(to, most) }
}

const NO_VERDICT: Omit<BenchmarkVerdict, 'benchmark'> = {
  verdict: null,
  stopped: true,
  rounds: 0,
  slowdown: null,
  interval: null,
  adjustedP: 1,
  signedRankP: null,
}

interface VariantPair {
  base: number
  head: number
  metric: Metric
  absence: string | null
  judged: BenchmarkPairs
  /** The CPU times. Null if they say nothing of the metric. */
  cpu: Pair[] | null
}

type Variants = { base: VariantOrigin; head: VariantOrigin }

function pairsOf(benchmarks: readonly VariantBenchmark[], variants: Variants, workIndex: WorkIndex): VariantPair[] {
  return benchmarks.flatMap((benchmark, base) => {
    const head = benchmark.variant === 'base' ? counterpart(base, 'head', workIndex) : -1
    return head === -1 ? [] : [pairOf(base, head, benchmarks, variants)]
  })
}

function pairOf(base: number, head: number, benchmarks: readonly VariantBenchmark[], variants: Variants): VariantPair {
  const [first, second] = [benchmarks[base], benchmarks[head]] as [VariantBenchmark, VariantBenchmark]
  const metric = primaryOf(first)
  const { pairs, problem } = pairSamples(first, second)
  const bad =
    [first, second].find(({ status }) => status === 'unsupported') ??
    [first, second].find(({ status }) => status !== 'ok')
  const absence = bad ? describeAbsence(bad, metric.name) : problem
  const engine = variants.base.engine === variants.head.engine ? first.engine : null
  const benchmark = describeBenchmark({ ...first, engine, variant: null })
  const cpu = hasCpuTime(first) && hasCpuTime(second) ? pairCpuTimes(first, second).pairs : null
  return { base, head, metric, absence, judged: { benchmark, better: metric.better, pairs }, cpu }
}

function nullPairOf(
  second: number,
  benchmarks: readonly VariantBenchmark[],
  workIndex: WorkIndex,
  pair: typeof pairSamples,
): BenchmarkPairs | null {
  const base = second === -1 ? -1 : counterpart(second, 'base', workIndex)
  if (base === -1) return null
  const [one, other] = [benchmarks[base], benchmarks[second]] as [VariantBenchmark, VariantBenchmark]
  const { pairs } = pair(one, other)
  return { benchmark: describeBenchmark({ ...one, variant: null }), better: primaryOf(one).better, pairs }
}

/** `keys`: the work of each benchmark, by index. `byVariant`: the index of a benchmark by variant and work. */
interface WorkIndex {
  keys: string[]
  byVariant: Map<string, number>
}

function indexByWork(benchmarks: readonly VariantBenchmark[], variants: Variants): WorkIndex {
  const keys = benchmarks.map((benchmark) => keyOf(benchmark, variants))
  const byVariant = new Map<string, number>()
  for (const [index, { variant }] of benchmarks.entries()) {
    const key = `${variant} ${keys[index]}`
    if (!byVariant.has(key)) byVariant.set(key, index)
  }
  return { keys, byVariant }
}

/** The index of the benchmark with the same work in another variant; −1 if there is none. */
function counterpart(index: number, variant: 'base' | 'head', { keys, byVariant }: WorkIndex): number {
  return byVariant.get(`${variant} ${keys[index]}`) ?? -1
}

/**
 * Identifies the work that the variants of one benchmark share. If each variant has its own engine, the key does not
 * contain the engine.
 */
function keyOf({ workload, params, scenario, engine }: VariantBenchmark, variants: Variants): string {
  const engineKey = engine !== null && variants.base.engine !== variants.head.engine ? true : engine
  return canonicalize([workload, params, scenario, engineKey])
}

function primaryOf({ metrics }: VariantBenchmark): Metric {
  return metrics.find(({ primary }) => primary) as Metric
}

/**
 * Pairs the values of both variants by round. A list of values is reduced to its median. A round without a value of
 * each variant is left out.
 */
function pairSamples(base: VariantBenchmark, head: VariantBenchmark): { pairs: Pair[]; problem: string | null } {
  const [metric, other] = [primaryOf(base), primaryOf(head)]
  if (canonicalize({ ...metric }) !== canonicalize({ ...other }))
    return { pairs: [], problem: 'the variants have different metrics' }
  return pairValues(base, head, (sample) => sampleValues(sample, metric), metric.name)
}

/** Pairs the CPU times of both variants by round. Other metrics have none. */
function pairCpuTimes(base: VariantBenchmark, head: VariantBenchmark): { pairs: Pair[]; problem: string | null } {
  const cpuTimes = (sample: Sample) => [sampleCpuTime(sample)].filter((time) => time !== null)
  return pairValues(base, head, cpuTimes, 'CPU time')
}

function pairValues(
  base: VariantBenchmark,
  head: VariantBenchmark,
  valuesOf: (sample: Sample) => number[],
  name: string,
): { pairs: Pair[]; problem: string | null } {
  const values = valuesByRound(head, valuesOf)
  const pairs = [...valuesByRound(base, valuesOf)].flatMap(([round, value]) => {
    const against = values.get(round)
    return against === undefined ? [] : [{ round, base: value, head: against }]
  })
  // The ratio of two times is only defined for times above 0.
  if (pairs.some(({ base, head }) => !(base > 0 && head > 0)))
    return { pairs: [], problem: `a value of ${name} is not above 0` }
  return { pairs, problem: null }
}

function mediansOf(pairs: readonly Pair[], rounds: number): CheckedBenchmark['medians'] {
  if (pairs.length === 0) return null
  const used = pairs.toSorted((a, b) => a.round - b.round).slice(0, rounds || pairs.length)
  return { base: median(used.map(({ base }) => base)), head: median(used.map(({ head }) => head)) }
}

function valuesByRound({ samples }: VariantBenchmark, valuesOf: (sample: Sample) => number[]): Map<number, number> {
  const measured = samples.filter(({ warmup }) => !warmup).map((sample) => [sample.round, valuesOf(sample)] as const)
  return new Map(measured.flatMap(([round, values]) => (values.length === 0 ? [] : [[round, median(values)]])))
}
