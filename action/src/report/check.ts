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
  metricUnit,
  type RunDocument,
} from '@plimsoll/schema'
import { earliestReport } from '@plimsoll/schema/verdict'
import { plainTitles } from './plain-titles.ts'
import { namePlatform } from './rows.ts'

/**
 * The results of a check, which compares two variants, as numbers. Terminal, Markdown, CSV and JSON output use them.
 */
export interface CheckReport {
  status: Check['status']
  alpha: number
  /** The levels of the tests of wall times (or other primary metrics) and CPU times, which add up to `alpha`. */
  alphas: Check['alphas']
  threshold: number
  looks: number[]
  /** The number of benchmarks for which Holm's method adjusted the verdicts. */
  family: number
  /**
   * The first look at which a benchmark can be reported as slower or faster. A look is an interim analysis after some
   * rounds. Null if the plan has no such look.
   */
  earliestReport: number | null
  nullPair: NullPairFigures | null
  /** The benchmarks in the order of the report: slower, inconclusive, faster, not slower, without verdict. */
  benchmarks: CheckRow[]
  /** Names of benchmarks that only one variant has. */
  alone: string[]
  /**
   * Whether the run reached its end. If it did, samples are missing only because an early verdict made them
   * unnecessary.
   */
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
  /**
   * The name to show. It does not name the variant. If the report names the engine once for all benchmarks, it does not
   * name the engine.
   */
  name: string
  /** The name in plain words, such as `npm ci on a bind mount`. */
  title: string
  engines: { base: string | null; head: string | null }
  /** The index, in the document, of the benchmark of head. */
  head: number
  metric: { name: string; unit: string; better: 'lower' | 'higher' }
  /** The medians of both variants. Like all figures of a row, they are over the rounds that the verdict is based on. */
  medians: CheckedBenchmark['medians']
  /**
   * The slowdown: a ratio minus 1, so 0.1 is 10% slower. It is above 0 if head is slower, whichever direction of the
   * metric is better.
   */
  slowdown: number | null
  interval: Interval | null
  level: number | null
  rounds: number
  /** The number of rounds in which both variants have a value. */
  pairs: number
  adjustedP: number
  signedRankP: number | null
  verdict: CheckedBenchmark['verdict']
  /** Why the benchmark has no verdict, and which variant is the cause. Null if the benchmark has a verdict. */
  absence: string | null
  /** The change of the CPU time, with its own words for the verdict. Null if the metric has none. */
  cpu: CheckedBenchmark['cpu']
  /**
   * Whether base and head measured the same files on the same engine: their workload file, copied files, Dockerfile and
   * build context, if any, have one digest. Equal build contexts are built once.
   */
  identical: boolean
}

/** The report of a check, computed from the document alone. Null for a plain run. */
export function checkReport(document: RunDocument): CheckReport | null {
  const check = judgeRun(document)
  if (check === null) return null
  const { status, alpha, alphas, threshold, family, nullPair } = check
  const { looks } = document.design
  const { look } = earliestReport(family, alphas.wall)
  const judged = new Set(check.benchmarks.flatMap(({ base, head }) => [base, head]))
  const single = soleEngine(document)
  return {
    status,
    alpha,
    alphas,
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
    benchmarks: inOrder(
      withTitles(
        check.benchmarks.map((benchmark) => rowOf(benchmark, document, single)),
        document,
      ),
    ),
    alone: document.benchmarks
      .filter((benchmark, index) => benchmark.variant !== 'second-base' && !judged.has(index))
      .map(describeBenchmark),
    complete: document.status === 'complete',
    effort: checkCost(document),
  }
}

/** The engine that all benchmarks of both variants use. Null if they use several. */
export function soleEngine({ benchmarks }: RunDocument): string | null {
  const engines = new Set(benchmarks.map(({ engine }) => engine).filter((engine) => engine !== null))
  return engines.size === 1 ? ([...engines][0] as string) : null
}

type CheckRowFigures = Omit<CheckRow, 'title'>

/** Adds the titles of the rows. They name the engines only if those differ from row to row. */
function withTitles(rows: CheckRowFigures[], document: RunDocument): CheckRow[] {
  const nameOf = (engine: string | null) => (engine === null ? null : namePlatform(document, engine))
  const enginesOf = ({ engines: { base, head } }: CheckRowFigures) =>
    base === head ? nameOf(base) : `${nameOf(base)} → ${nameOf(head)}`
  const several = new Set(rows.map(enginesOf).filter((engines) => engines !== null)).size > 1
  const titles = plainTitles(rows)
  return rows.map((row, index) => {
    const engines = several ? enginesOf(row) : null
    return { ...row, title: [titles[index], engines].filter((text) => text !== null).join(' · ') }
  })
}

function rowOf(checked: CheckedBenchmark, document: RunDocument, single: string | null): CheckRowFigures {
  const { benchmark, metric, medians, slowdown, interval, rounds, pairs, adjustedP, signedRankP, verdict, cpu } =
    checked
  const [base, head] = [document.benchmarks[checked.base], document.benchmarks[checked.head]] as [Benchmark, Benchmark]
  const { workload, params, scenario } = base
  return {
    name: single === null ? benchmark : describeBenchmark({ ...base, engine: null, variant: null }),
    workload,
    params,
    scenario,
    engines: { base: base.engine, head: head.engine },
    head: checked.head,
    metric: { name: metric.name, unit: metricUnit(metric, base), better: metric.better },
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
    cpu,
    identical:
      base.engine === head.engine && base.workloadDigest !== null && base.workloadDigest === head.workloadDigest,
  }
}

/** The order of the verdicts in a report, the most urgent first. */
export const VERDICT_ORDER: readonly string[] = ['slower', 'inconclusive', 'faster', 'not slower']

/**
 * Sorts the rows by verdict, then by slowdown, the largest first. An unreliable check keeps the order of its document.
 */
function inOrder(rows: CheckRow[]): CheckRow[] {
  const rank = ({ verdict, absence }: CheckRow) =>
    absence ? VERDICT_ORDER.length : verdict ? VERDICT_ORDER.indexOf(verdict) : 0
  const size = ({ verdict, slowdown }: CheckRow) => (verdict === null ? 0 : (slowdown ?? 0))
  return rows.sort((a, b) => rank(a) - rank(b) || size(b) - size(a))
}
