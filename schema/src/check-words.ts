import { type Check, type CheckDesign, type CheckedBenchmark, isJudged } from './check.ts'
import type { Benchmark } from './run.v1.generated.ts'
import type { Interval } from './statistics/interval.ts'
import { LOOKS, type NullPairResult, type SlowdownInterval, type Verdict } from './verdict/index.ts'

/**
 * A slowdown in per cent with its sign: `+12.3%`, `−4.0%`, `0.0%`. @param slowdown 0.123 is 12.3% slower
 * @param limit a slowdown below it gets as many digits as it takes to be seen below it
 */
export function formatChange(slowdown: number, limit = Number.POSITIVE_INFINITY): string {
  const [percent, least] = [100 * slowdown, 100 * limit]
  let decimals = Math.abs(percent) < 100 ? 1 : 0
  while (percent < least && Number(percent.toFixed(decimals)) >= least) decimals += 1
  const digits = Math.abs(percent).toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return digits === '0.0' ? '0.0%' : `${slowdown < 0 ? '−' : '+'}${digits}%`
}

/** Both ends of an interval: `−0.9% to +1.4%`. @param limit as of `formatChange` */
export function formatChanges([low, high]: Interval, limit?: number): string {
  return `${formatChange(low, limit)} to ${formatChange(high, limit)}`
}

/** A level in per cent, what is beyond it in two digits: `99%`, `96.8%`, `99.98%`. @param level from 0 to 1 */
export function formatLevel(level: number): string {
  const beyond = (1 - level) * 100
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(beyond)))
  return `${Number((level * 100).toFixed(Math.min(decimals, 12)))}%`
}

/** A share in per cent without needless digits: `5%`, `0.5%`. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`
}

/** A probability to two digits; below a thousandth that is all it says: `0.62`, `< 0.001`. */
export function formatProbability(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toPrecision(2)
}

/** A p-value: `p = 0.62`, `p < 0.001`. */
export function formatP(p: number): string {
  return p < 0.001 ? `p ${formatProbability(p)}` : `p = ${formatProbability(p)}`
}

/** What is said of a benchmark: `not slower`, `failed (head)`; of one that an unreliable check does not report, that. */
export function verdictTitle({ verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>): string {
  return absence ?? verdict ?? 'not reported'
}

/**
 * What goes with a verdict that reports no change: `at most +3.1%`, or why it has no bound; null with every other.
 * @param ends of the interval of the benchmark
 */
export function verdictBound(
  { verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>,
  ends: Interval | null,
  threshold: number,
): string | null {
  if (absence !== null || (verdict !== 'not slower' && verdict !== 'inconclusive')) return null
  return ends === null ? 'before the first look' : `at most ${formatChange(ends[1], threshold)}`
}

/** Why a benchmark is not judged, with the variant where that is one variant's alone: `failed (head)`; null where it is judged. */
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

/** A verdict as it is counted and drawn; `absent` is a benchmark that the check cannot judge, `unreported` one of an unreliable check. */
export type Outcome = Verdict | 'absent' | 'unreported'

export function outcomeOf({ verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>): Outcome {
  return absence === null ? (verdict ?? 'unreported') : 'absent'
}

/** What counts are made from. */
export type CountedCheck = Pick<Check, 'status'> & {
  benchmarks: readonly Pick<CheckedBenchmark, 'verdict' | 'absence'>[]
}

/** How many benchmarks came to what, by what to call it, the verdicts first; of an unreliable check no verdict. */
export function countOutcomes({
  status,
  benchmarks,
}: CountedCheck): { outcome: Outcome; title: string; count: number }[] {
  const count = (title: string) => benchmarks.filter((benchmark) => titleOf(benchmark) === title).length
  return [
    ...(status === 'unreliable' ? [] : VERDICTS.map((outcome) => ({ outcome, title: outcome, count: count(outcome) }))),
    ...ABSENCES.map((title) => ({ outcome: 'absent' as const, title, count: count(title) })).filter(
      ({ count }) => count > 0,
    ),
  ]
}

function titleOf({ verdict, absence }: Pick<CheckedBenchmark, 'verdict' | 'absence'>): string | null {
  if (absence === null) return verdict
  return ABSENCES.find((kind) => absence.startsWith(kind)) ?? 'not comparable'
}

/** `1 slower · 0 faster · 8 not slower · 3 inconclusive · 1 failed`, or that nothing is reported. */
export function describeCounts(check: CountedCheck): string {
  const counts = countOutcomes(check).map(({ count, title }) => `${count} ${title}`)
  return [...(check.status === 'unreliable' ? [UNRELIABLE] : []), ...counts].join(' · ')
}

/** What an unreliable check has in place of counts. */
export const UNRELIABLE = 'unreliable: no verdict'

/** What a null pair came to: `+0.6% (99% interval −0.5% to +1.6%, p = 0.15)`. */
export function describeDifference(slowdown: number, p: number, interval: SlowdownInterval | null): string {
  const ends = interval === null ? '' : `${formatLevel(interval.level)} interval ${formatChanges(interval.ends)}, `
  return `${formatChange(slowdown)} (${ends}${formatP(p)})`
}

/** Why an unreliable check reports nothing, and what to do. */
export function describeUnreliable(
  { benchmark, slowdown, p }: Pick<NullPairResult, 'benchmark' | 'slowdown' | 'p'>,
  interval: SlowdownInterval | null,
): string {
  return `Base measured against itself in ${benchmark} differs by ${describeDifference(slowdown ?? 0, p, interval)}: this job tells equal variants apart, and what looks like a change may be a matter of places or neighbours. Run the check again; if that is unreliable too, look at the notes on the machine.`
}

/** Why a run that was planned as a check has no verdict at all; null for one that has, and for a plain run. */
export function describeNoVerdict(design: CheckDesign): string | null {
  if (design.looks.length === 0 || isJudged(design)) return null
  const missing = [
    !design.variants && 'variants',
    design.threshold === null && 'threshold',
    design.level === null && 'level',
  ]
  const [first, ...others] = missing.filter((part) => part !== false)
  return first === undefined
    ? `No verdict: this check was planned with looks after ${design.looks.join(', ')} rounds, and error rates are known only for looks after ${LOOKS.join(', ')} rounds, or the first of these.`
    : `No verdict: this check was planned with looks, but without ${[first, ...others].join(' and ')}, and a verdict needs them.`
}
