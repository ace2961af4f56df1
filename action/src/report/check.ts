import {
  type Benchmark,
  type Check,
  type CheckCost,
  type CheckedBenchmark,
  checkCost,
  describeBenchmark,
  describeUnjudged,
  type Interval,
  judgeRun,
  type RunDocument,
  unitOf,
} from '@plimsoll/schema'
import { earliestReport } from '@plimsoll/schema/verdict'

/** The results of a check as numbers, shared by the terminal, Markdown, CSV and JSON output. */
export interface CheckReport {
  status: Check['status']
  alpha: number
  threshold: number
  looks: number[]
  /** The number of benchmarks that the verdicts were adjusted for (Holm). */
  family: number
  /** The first look at which a benchmark can be reported as slower or faster; null where the plan has no such look. */
  earliestReport: number | null
  nullPair: NullPairFigures | null
  /** In the order of the report: slower, inconclusive, faster, not slower, without verdict. */
  benchmarks: CheckRow[]
  /** Names of benchmarks that only one variant has. */
  alone: string[]
  /** Whether the run reached its end. Only then is a missing sample one that an early verdict saved. */
  complete: boolean
  effort: CheckCost | null
}

interface NullPairFigures {
  benchmark: string
  rounds: number
  p: number
  biased: boolean
  slowdown: number | null
  interval: Interval | null
  level: number | null
}

export interface CheckRow extends Pick<Benchmark, 'workload' | 'params' | 'scenario'> {
  /** The name to show: without the variant, and without the engine where the report names it once. */
  name: string
  engines: { base: string | null; head: string | null }
  /** The index of head's benchmark in the document. */
  head: number
  metric: { name: string; unit: string; better: 'lower' | 'higher' }
  /** Over the rounds that the verdict is based on, like all members here. */
  medians: CheckedBenchmark['medians']
  /** A ratio minus 1, above 0 where head is slower, whichever direction is better: 0.1 is 10% slower. */
  slowdown: number | null
  interval: Interval | null
  level: number | null
  rounds: number
  /** The number of rounds with a value from both variants. */
  pairs: number
  adjustedP: number
  signedRankP: number | null
  verdict: CheckedBenchmark['verdict']
  /** Why it has no verdict, and which variant is the cause; null where it has one. */
  absence: string | null
}

/** The report of a check; null for a plain run. Computed from the document alone. */
export function checkReport(document: RunDocument): CheckReport | null {
  const check = judgeRun(document)
  if (check === null) return null
  const { status, alpha, threshold, family, nullPair } = check
  const { looks } = document.design
  const { look } = earliestReport(family, alpha)
  const judged = new Set(check.benchmarks.flatMap(({ base, head }) => [base, head]))
  const single = soleEngine(document)
  return {
    status,
    alpha,
    threshold,
    looks,
    family,
    earliestReport: look !== null && looks.includes(look) ? look : null,
    nullPair: nullPair && {
      benchmark: nullPair.benchmark,
      rounds: nullPair.rounds,
      p: nullPair.p,
      biased: nullPair.biased,
      slowdown: nullPair.slowdown,
      interval: nullPair.interval?.ends ?? null,
      level: nullPair.interval?.level ?? null,
    },
    benchmarks: inOrder(check.benchmarks.map((benchmark) => rowOf(benchmark, document, single))),
    alone: document.benchmarks
      .filter((benchmark, index) => benchmark.variant !== 'second-base' && !judged.has(index))
      .map(describeBenchmark),
    complete: document.status === 'complete',
    effort: checkCost(document),
  }
}

/** The engine of all benchmarks in both variants, where there is exactly one; otherwise null. */
export function soleEngine({ benchmarks }: RunDocument): string | null {
  const engines = new Set(benchmarks.map(({ engine }) => engine).filter((engine) => engine !== null))
  return engines.size === 1 ? ([...engines][0] as string) : null
}

function rowOf(checked: CheckedBenchmark, document: RunDocument, single: string | null): CheckRow {
  const { benchmark, metric, medians, slowdown, interval, rounds, pairs, adjustedP, signedRankP, verdict } = checked
  const [base, head] = [document.benchmarks[checked.base], document.benchmarks[checked.head]] as [Benchmark, Benchmark]
  const { workload, params, scenario } = base
  return {
    name: single === null ? benchmark : describeBenchmark({ ...base, engine: null, variant: null }),
    workload,
    params,
    scenario,
    engines: { base: base.engine, head: head.engine },
    head: checked.head,
    metric: { name: metric.name, unit: unitOf(metric, base), better: metric.better },
    medians,
    slowdown,
    interval: interval?.ends ?? null,
    level: interval?.level ?? null,
    rounds,
    pairs,
    adjustedP,
    signedRankP,
    verdict,
    absence: describeUnjudged(checked, document.benchmarks),
  }
}

/** The most urgent verdict first. */
export const VERDICT_ORDER: readonly string[] = ['slower', 'inconclusive', 'faster', 'not slower']

/** Sort by verdict, then by slowdown, the largest first. An unreliable check keeps the order of its document. */
function inOrder(rows: CheckRow[]): CheckRow[] {
  const rank = ({ verdict, absence }: CheckRow) =>
    absence ? VERDICT_ORDER.length : verdict ? VERDICT_ORDER.indexOf(verdict) : 0
  const size = ({ verdict, slowdown }: CheckRow) => (verdict === null ? 0 : (slowdown ?? 0))
  return rows.sort((a, b) => rank(a) - rank(b) || size(b) - size(a))
}
