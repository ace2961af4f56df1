import type { Benchmark, Metric, Sample } from './run.v1.generated.ts'
import type { Interval } from './statistics/interval.ts'
import { median } from './statistics/quantile.ts'
import {
  type BenchmarkPairs,
  type BenchmarkVerdict,
  type Design,
  judgeBenchmarks,
  testNullPair,
  type Verdict,
} from './verdict/index.ts'

/** What the CPU times of a benchmark show: head needs more CPU time than base, less, or surely not more. */
export type CpuVerdict = 'more' | 'less' | 'not more' | 'inconclusive'

/** The change of the CPU time of one benchmark of a check, in the rounds of its wall times. */
export interface CpuChange extends Pick<BenchmarkVerdict, 'rounds' | 'slowdown' | 'adjustedP'> {
  /** Null if the check is unreliable, or if the CPU times of its null pair (two identical variants) differ. */
  verdict: CpuVerdict | null
  /** The interval behind the verdict, and its level. */
  interval: Interval | null
  level: number | null
}

/**
 * The levels of the tests of a check. They add up to the level of the check, so that both kinds of time together raise a
 * false alarm in at most this share of checks. `cpu` is null if no benchmark has CPU times to test.
 */
export interface Alphas {
  wall: number
  cpu: number | null
}

/**
 * The share of a check's level that its CPU times have. They scatter about a third as much as wall times, so this little
 * is enough. It costs wall times almost nothing: the smallest p halves with each round, and this share is a seventh of a
 * round.
 */
const CPU_SHARE = 0.1

/**
 * Splits the level of a check. The split depends on the metrics alone, which are known before the first sample.
 * @param level the level of the whole check
 */
export function splitAlpha(benchmarks: readonly Pick<Benchmark, 'metrics'>[], level: number): Alphas {
  return benchmarks.some(hasCpuTime)
    ? { wall: (1 - CPU_SHARE) * level, cpu: CPU_SHARE * level }
    : { wall: level, cpu: null }
}

/**
 * Whether the CPU time of the samples tells something of the primary metric, which is the case if this is the wall-clock
 * time of the command. The CPU time of a command that runs for a fixed time, and prints a rate or a latency, does not.
 */
export function hasCpuTime({ metrics }: Pick<Benchmark, 'metrics'>): boolean {
  const { clock, unit, better, per } = metrics.find(({ primary }) => primary) as Metric
  return clock === 'wall' && unit === 'ns' && better === 'lower' && per === undefined
}

/** The CPU time of a sample in ns. Null if it was not measured. */
export function sampleCpuTime({ cpu }: Pick<Sample, 'cpu'>): number | null {
  return cpu && cpu.user + cpu.system
}

/**
 * The verdicts of CPU times, of one family of benchmarks and with the looks of the wall times. Null for a benchmark
 * without CPU times, or before its first look.
 * @param family the CPU times of all benchmarks whose CPU time is tested; without pairs if one of them has none
 * @param nullPair the CPU times of the null pair, if it has any
 * @param unreliable whether the check as a whole is unreliable
 */
export function judgeCpuTimes(
  family: readonly BenchmarkPairs[],
  nullPair: BenchmarkPairs | null,
  design: Design,
  unreliable: boolean,
): (CpuChange | null)[] {
  const biased = unreliable || (nullPair !== null && testNullPair(nullPair).biased)
  return judgeBenchmarks(family, design).map(({ verdict, rounds, slowdown, interval, adjustedP }) => {
    const [ends, level] = [interval?.ends ?? null, interval?.level ?? null]
    const word = biased || verdict === null ? null : WORDS[verdict]
    return rounds === 0 ? null : { verdict: word, rounds, slowdown, interval: ends, level, adjustedP }
  })
}

const WORDS: Record<Verdict, CpuVerdict> = {
  slower: 'more',
  faster: 'less',
  'not slower': 'not more',
  inconclusive: 'inconclusive',
}

/** The median of CPU time ÷ wall time of the samples. Null if the benchmark has no CPU times of its primary metric. */
export function cpuShare(benchmark: Pick<Benchmark, 'metrics' | 'samples'>): number | null {
  const primary = benchmark.metrics.find((metric) => metric.primary)?.name ?? ''
  if (!hasCpuTime(benchmark)) return null
  const shares = benchmark.samples.flatMap((sample) => {
    const [cpu, wall] = [sampleCpuTime(sample), sample.values[primary]]
    return sample.warmup || cpu === null || typeof wall !== 'number' || wall === 0 ? [] : [cpu / wall]
  })
  return shares.length === 0 ? null : median(shares)
}
