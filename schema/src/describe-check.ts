import { type Check, type CheckDesign, type CheckedBenchmark, isJudged } from './derive-check.ts'
import type { Benchmark, Metric } from './run.v1.generated.ts'
import type { Interval } from './statistics/interval.ts'
import { LOOKS, type NullPairResult, ROUNDING, type SlowdownInterval, type Verdict } from './verdict/index.ts'

/**
 * Formats a slowdown in percent with its sign: `+12.3%`, `−4.0%`, `0.0%`.
 * @param slowdown 0.123 means 12.3% slower
 * @param limit a slowdown below this limit gets enough digits to be shown as below it
 */
export function formatChange(slowdown: number, limit = Number.POSITIVE_INFINITY): string {
  const [percent, least] = [100 * slowdown, 100 * limit * (1 - ROUNDING)]
  let decimals = Math.abs(percent) < 100 ? 1 : 0
  while (percent < least && Number(percent.toFixed(decimals)) >= least) decimals += 1
  const digits = numberFormat(decimals).format(Math.abs(percent))
  return digits === '0.0' ? '0.0%' : `${slowdown < 0 ? '−' : '+'}${digits}%`
}

/** The number formats, by their decimals: making one takes fifty times as long as using it. */
const formats = new Map<number, Intl.NumberFormat>()

function numberFormat(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, made)
  return made
}

/**
 * The values of base and head to show beside a change: the median of base, and that median with the change. The median
 * of head need not agree with the change, not even in its direction: a change compares head with base by rounds, and a
 * slow minute of the runner moves the medians. Null without values; without a change, both medians.
 */
export function comparedValues({
  medians,
  slowdown,
  metric,
}: Pick<CheckedBenchmark, 'medians' | 'slowdown'> & { metric: Pick<Metric, 'better'> }): CheckedBenchmark['medians'] {
  if (medians === null || slowdown === null) return medians
  return { base: medians.base, head: withSlowdown(medians.base, slowdown, metric) }
}

/** A value with a slowdown. A slowdown of a metric of which more is better makes the value smaller. */
export function withSlowdown(value: number, slowdown: number, { better }: Pick<Metric, 'better'>): number {
  return better === 'higher' ? value / (1 + slowdown) : value * (1 + slowdown)
}

/**
 * Formats both ends of an interval: `−0.9% to +1.4%`.
 * @param limit as in `formatChange`
 */
export function formatChanges([low, high]: Interval, limit?: number): string {
  return `${formatChange(low, limit)} to ${formatChange(high, limit)}`
}

/**
 * Formats a level in percent, with two significant digits for the remainder: `99%`, `96.8%`, `99.98%`.
 * @param level from 0 to 1
 */
export function formatLevel(level: number): string {
  const beyond = (1 - level) * 100
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(beyond)))
  return `${Number((level * 100).toFixed(Math.min(decimals, 12)))}%`
}

/** Formats a share in percent without trailing zeros: `5%`, `0.5%`. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`
}

/** Formats a probability with two significant digits, or as less than a thousandth: `0.62`, `< 0.001`. */
export function formatProbability(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toPrecision(2)
}

/** Formats a p-value: `p = 0.62`, `p < 0.001`. */
export function formatP(p: number): string {
  return p < 0.001 ? `p ${formatProbability(p)}` : `p = ${formatProbability(p)}`
}

/**
 * The result of a benchmark, for example `not slower` or `failed (head)`. In an unreliable check, it is `not reported`.
 */
export function verdictTitle({ verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>): string {
  return absence ?? verdict ?? 'not reported'
}

/**
 * The upper bound of a benchmark with the verdict `not slower` or `inconclusive`: `at most +3.1%`, or `too few rounds`.
 * Null for every other verdict.
 * @param ends the ends of the benchmark's interval
 */
export function verdictBound(
  { verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>,
  ends: Interval | null,
  threshold: number,
): string | null {
  if (absence !== null || (verdict !== 'not slower' && verdict !== 'inconclusive')) return null
  return ends === null ? 'too few rounds' : `at most ${formatChange(ends[1], threshold)}`
}

/**
 * What the CPU time says of a benchmark whose own verdict is inconclusive: `CPU time +9.0% (+8.1% to +9.9%)`, or
 * `CPU time at most +2.1%`. Null if it says nothing, and for every other verdict.
 */
export function describeCpuChange(
  { verdict, absence, cpu }: Pick<CheckedBenchmark, 'verdict' | 'absence' | 'cpu'>,
  threshold: number,
): string | null {
  if (absence !== null || verdict !== 'inconclusive' || cpu === null) return null
  const { slowdown, interval } = cpu
  if (slowdown === null || interval === null || cpu.verdict === null || cpu.verdict === 'inconclusive') return null
  return cpu.verdict === 'not more'
    ? `CPU time at most ${formatChange(interval[1], threshold)}`
    : `CPU time ${formatChange(slowdown, threshold)} (${formatChanges(interval, threshold)})`
}

/**
 * Why a benchmark is not judged. If only one variant is the cause, the text names this variant: `failed (head)`. Null
 * if the benchmark is judged.
 */
export function describeUnjudged(
  { absence, base, head }: Pick<CheckedBenchmark, 'absence' | 'base' | 'head'>,
  benchmarks: readonly Pick<Benchmark, 'status' | 'variant'>[],
): string | null {
  const bad = [benchmarks[base], benchmarks[head]].filter(
    (benchmark) => benchmark !== undefined && benchmark.status !== 'ok',
  )
  return absence !== null && bad.length === 1 ? `${absence} (${bad[0]?.variant})` : absence
}

const VERDICTS: readonly Verdict[] = ['slower', 'faster', 'not slower', 'inconclusive']
const ABSENCES = ['failed', 'unsupported', 'skipped', 'not comparable']

/**
 * A verdict for counts and charts. `absent` means that the check cannot judge the benchmark. `unreported` means that
 * the check is unreliable.
 */
export type Outcome = Verdict | 'absent' | 'unreported'

export function benchmarkOutcome({ verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>): Outcome {
  return absence === null ? (verdict ?? 'unreported') : 'absent'
}

/** The parts of a check that `countOutcomes` needs. */
export type CountedCheck = Pick<Check, 'status'> & {
  benchmarks: readonly Pick<CheckedBenchmark, 'verdict' | 'absence' | 'slowdown'>[]
}

/** The number of benchmarks with one outcome. */
export interface OutcomeCount {
  outcome: Outcome
  title: string
  count: number
  /** `2 slower (up to +18.5%)`: the count with the title, and the largest change of those that are slower or faster. */
  text: string
}

/** Counts the benchmarks by outcome, with the verdicts first, without those that none has. An unreliable check has no verdicts to count. */
export function countOutcomes({ status, benchmarks }: CountedCheck): OutcomeCount[] {
  const counted = (outcome: Outcome, title: string): OutcomeCount => {
    const own = benchmarks.filter((benchmark) => titleOf(benchmark) === title)
    return { outcome, title, count: own.length, text: `${own.length} ${title}${describeLargest(outcome, own)}` }
  }
  return [
    ...(status === 'unreliable' ? [] : VERDICTS.map((outcome) => counted(outcome, outcome))),
    ...ABSENCES.map((title) => counted('absent', title)),
  ].filter(({ count }) => count > 0)
}

function describeLargest(outcome: Outcome, benchmarks: CountedCheck['benchmarks']): string {
  const changes = benchmarks.flatMap(({ slowdown }) => slowdown ?? [])
  if ((outcome !== 'slower' && outcome !== 'faster') || changes.length === 0) return ''
  const largest = outcome === 'slower' ? Math.max(...changes) : Math.min(...changes)
  return ` (${changes.length > 1 ? 'up to ' : ''}${formatChange(largest)})`
}

function titleOf({ verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>): string | null {
  if (absence === null) return verdict
  return ABSENCES.find((kind) => absence.startsWith(kind)) ?? 'not comparable'
}

/**
 * Formats the counts of outcomes: `2 slower (up to +18.5%) · 8 not slower · 1 failed`. An unreliable check has `UNRELIABLE`
 * in place of the verdicts.
 */
export function describeCounts(check: CountedCheck): string {
  const counts = countOutcomes(check).map(({ text }) => text)
  return [...(check.status === 'unreliable' ? [UNRELIABLE] : []), ...counts].join(' · ')
}

/** The text in place of the verdict counts of an unreliable check. */
export const UNRELIABLE = 'unreliable: no verdict'

/** Formats the result of a null pair (two identical variants): `+0.6% (99% interval −0.5% to +1.6%, p = 0.15)`. */
export function describeDifference(slowdown: number, p: number, interval: SlowdownInterval | null): string {
  const ends = interval === null ? '' : `${formatLevel(interval.level)} interval ${formatChanges(interval.ends)}, `
  return `${formatChange(slowdown)} (${ends}${formatP(p)})`
}

/** Why an unreliable check has no verdict, and what the user can do about it. */
export function describeUnreliable(
  { benchmark, slowdown, p }: Pick<NullPairResult, 'benchmark' | 'slowdown' | 'p'>,
  interval: SlowdownInterval | null,
): string {
  return `Measured against itself in ${benchmark}, the base already differs by ${describeDifference(slowdown ?? 0, p, interval)}; differences between base and head may come from the runner, whatever their size. Run the check again. If it is unreliable again, use a quieter runner.`
}

/** Why a planned check has no verdicts. Null if it has verdicts. Also null for a plain run. */
export function describeNoVerdict(design: CheckDesign): string | null {
  if (design.looks.length === 0 || isJudged(design)) return null
  const missing = [
    !design.variants && 'variants',
    design.threshold === null && 'threshold',
    design.level === null && 'level',
  ]
  const [first, ...others] = missing.filter((part) => part !== false)
  return first === undefined
    ? `No verdict: this check analyses its samples after ${design.looks.join(', ')} rounds. Its error rates are unknown: they are known only for analyses after ${LOOKS.join(', ')} rounds, or after the first few of these numbers.`
    : `No verdict: the design of this check has no ${[first, ...others].join(' and no ')}.`
}
