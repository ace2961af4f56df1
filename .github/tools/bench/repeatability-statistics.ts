import {
  type Benchmark,
  benchmarkKey,
  controlPairs,
  describeBenchmark,
  describeWork,
  estimateRatios,
  type Interval,
  indexBenchmarks,
  MIN_ROUNDS,
  type RunDocument,
  ratioStatus,
  roundRatio,
  runReliability,
} from '@plimsoll/schema'
import { mean, median, quantile, studentTQuantile } from '@plimsoll/schema/statistics'
import { chiSquareQuantile } from './chi-square.ts'

/** How many of a total number of cases. */
export interface Share {
  count: number
  total: number
}

/** A standard deviation of log ratios with its 95% interval. 0.05 is a spread of about 5%. */
export interface Spread {
  value: number
  interval: Interval
}

/** How well the runs of one design agree. */
export interface Repeatability {
  runs: number
  /** the ratios that are printed, of all ratios with at least 6 planned rounds, in all runs */
  printed: Share
  /** pairs of a run and a workload with ratios, whose ratios are withheld */
  withheld: Share
  unreliable: Share
  /** Pairs of runs whose ratios differ by at most 5%, of those that print the ratio in both. */
  within: Share
  /** The same of all pairs. A ratio that a run of the pair does not print counts as a difference above 5%. */
  withinOfAll: Share
  /** The larger ÷ the smaller ratio − 1, over the pairs that print both. Null if there is no such pair. */
  difference: { median: number; p90: number; worst: number } | null
  /** pairs whose 95% intervals have no point in common */
  disjoint: Share
  /** ordered pairs: the estimate of the second run lies in the interval of the first */
  inside: Share
  /** the median half-width of the printed intervals: 0.09 if a ratio is known to ±9% */
  halfWidth: number | null
  /** the spread of a run's estimates by its own rounds */
  spreadWithin: Spread | null
  /** the further spread of the estimates from run to run; 0 if the rounds explain all differences */
  spreadBetween: Spread | null
  /** the fewest and most rounds of a ratio */
  rounds: Interval | null
  /** seconds that each run took, with its rest before the first sample */
  seconds: number[]
  /** printed ratios of equal things that gate nothing; `count` are those whose 95% interval excludes 1 */
  heldOut: Share
}

const CLOSE = 0.05

/** The start of a document is that of the first sample, after the rest. */
function secondsOf({ startedAt, finishedAt, storage = [] }: RunDocument): number {
  const rested = Math.max(0, ...storage.map((place) => place.rested))
  return (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 + rested
}

/** A ratio of one run. */
interface RunRatio {
  work: string
  isPrinted: boolean
  rounds: number
  /** the logarithm of the estimate and of its interval; null below 6 rounds */
  log: number | null
  interval: Interval | null
}

/**
 * How well runs of one design agree, from their documents alone. Workloads with fewer than 6 planned rounds have no
 * ratios by design, so they are left out.
 * @param isPrimaryOnly whether only the primary metrics are counted
 */
export function repeatability(documents: readonly RunDocument[], isPrimaryOnly: boolean): Repeatability {
  const runs = documents.map((document) => ratiosOf(document, isPrimaryOnly))
  const all = runs.flatMap((run) => [...run.values()])
  const printed = all.filter(({ isPrinted }) => isPrinted)
  const pairs = pairsOf(runs)
  const both = pairs.flatMap(([a, b]) =>
    a?.isPrinted && b?.isPrinted ? [{ a: a as EstimatedRatio, b: b as EstimatedRatio }] : [],
  )
  const differences = both.map(({ a, b }) => Math.expm1(Math.abs(a.log - b.log)))
  const close = differences.filter((difference) => difference <= CLOSE).length
  const disjoint = both.filter(({ a, b }) => a.interval[1] < b.interval[0] || b.interval[1] < a.interval[0])
  const ordered = both.flatMap(({ a, b }) => [[a.interval, b.log] as const, [b.interval, a.log] as const])
  const reliabilities = documents.map(runReliability)
  return {
    runs: documents.length,
    printed: { count: printed.length, total: all.length },
    withheld: {
      count: reliabilities.reduce((sum, { withheld }) => sum + withheld.size, 0),
      total: runs.reduce((sum, run) => sum + new Set([...run.values()].map(({ work }) => work)).size, 0),
    },
    unreliable: { count: reliabilities.filter(({ unreliable }) => unreliable).length, total: documents.length },
    within: { count: close, total: both.length },
    withinOfAll: { count: close, total: pairs.length },
    difference:
      differences.length === 0
        ? null
        : { median: median(differences), p90: quantile(differences, 0.9), worst: Math.max(...differences) },
    disjoint: { count: disjoint.length, total: both.length },
    inside: {
      count: ordered.filter(([[lower, upper], log]) => lower <= log && log <= upper).length,
      total: ordered.length,
    },
    halfWidth:
      printed.length === 0 ? null : median(printed.map((ratio) => Math.expm1(halfWidth(ratio as EstimatedRatio)))),
    ...spreads(runs),
    rounds:
      all.length === 0
        ? null
        : [Math.min(...all.map(({ rounds }) => rounds)), Math.max(...all.map(({ rounds }) => rounds))],
    seconds: documents.map(secondsOf),
    heldOut: documents
      .map((document) => heldOutRatios(document, isPrimaryOnly))
      .reduce((sum, { count, total }) => ({ count: sum.count + count, total: sum.total + total }), {
        count: 0,
        total: 0,
      }),
  }
}

/**
 * Pairs of a ratio that one place prints and the same ratio in a run of another place, whose 95% intervals have no point
 * in common. It judges also a ratio that only one run prints.
 */
export function disjointFrom(
  documents: readonly RunDocument[],
  others: readonly RunDocument[],
  isPrimaryOnly: boolean,
): Share {
  const printed = (documents: readonly RunDocument[]) =>
    documents.flatMap((document) => [...ratiosOf(document, isPrimaryOnly)].filter(([, { isPrinted }]) => isPrinted))
  const byLabel = Map.groupBy(printed(others), ([label]) => label)
  const pairs = printed(documents).flatMap(([label, ratio]) =>
    (byLabel.get(label) ?? []).map(([, other]) => [ratio as EstimatedRatio, other as EstimatedRatio] as const),
  )
  const disjoint = pairs.filter(([a, b]) => a.interval[1] < b.interval[0] || b.interval[1] < a.interval[0])
  return { count: disjoint.length, total: pairs.length }
}

/** A ratio with at least 6 rounds. */
interface EstimatedRatio extends RunRatio {
  log: number
  interval: Interval
}

/** The ratios of a run by a label that is the same in every run of the design. */
function ratiosOf(document: RunDocument, isPrimaryOnly: boolean): Map<string, RunRatio> {
  const repeated = worksWithRatios(document)
  const ratios = new Map<string, RunRatio>()
  for (const { benchmark, reference, metric, status, estimate } of estimateRatios(document)) {
    const own = document.benchmarks[benchmark] as Benchmark
    const work = describeWork(own)
    const isPrimary = own.metrics.some(({ name, primary }) => name === metric && primary)
    if (own.control || !repeated.has(work) || (isPrimaryOnly && !isPrimary)) continue
    const { scenario } = document.benchmarks[reference] as Benchmark
    ratios.set(`${describeBenchmark(own)} ÷ ${scenario} · ${metric}`, {
      work,
      isPrinted: status === 'resolved',
      rounds: estimate.rounds,
      log: estimate.value && Math.log(estimate.value),
      interval: estimate.interval && [Math.log(estimate.interval[0]), Math.log(estimate.interval[1])],
    })
  }
  return ratios
}

/** The works with at least 6 measured rounds in some benchmark, failed samples included. */
function worksWithRatios({ benchmarks }: RunDocument): Set<string> {
  const measured = ({ samples }: Benchmark) => samples.filter(({ warmup }) => !warmup).length
  return new Set(benchmarks.filter((benchmark) => measured(benchmark) >= MIN_ROUNDS).map(describeWork))
}

/** For each two runs and each ratio of either of them, the ratio in both runs. */
function pairsOf(runs: readonly Map<string, RunRatio>[]): [RunRatio | undefined, RunRatio | undefined][] {
  return runs.flatMap((first, index) =>
    runs
      .slice(index + 1)
      .flatMap((second) =>
        [...new Set([...first.keys(), ...second.keys()])].map((label): [RunRatio | undefined, RunRatio | undefined] => [
          first.get(label),
          second.get(label),
        ]),
      ),
  )
}

function halfWidth({ interval: [lower, upper] }: EstimatedRatio): number {
  return (upper - lower) / 2
}

/**
 * The one-way analysis of variance of the log estimates, printed or not. The variance within runs is the mean of the
 * squared standard errors, which follow from the intervals: half-width ÷ the t quantile of the rounds. The variance
 * between runs is that of a ratio's estimates over the runs minus the variance within, pooled over the ratios. The
 * intervals are chi-square intervals. The ratios of one workload have their reference in common, so they are no
 * independent evidence: each workload counts once in the degrees of freedom, which makes the intervals wider. The
 * interval between runs takes the variance within as known.
 */
function spreads(runs: readonly Map<string, RunRatio>[]): Pick<Repeatability, 'spreadWithin' | 'spreadBetween'> {
  const byLabel = Map.groupBy(
    runs.flatMap((run) => [...run]).filter((entry): entry is [string, EstimatedRatio] => entry[1].log !== null),
    ([label]) => label,
  )
  const groups = [...byLabel.values()]
    .map((entries) => entries.map(([, ratio]) => ratio))
    .filter(({ length }) => length > 1)
  if (groups.length === 0) return { spreadWithin: null, spreadBetween: null }
  const works = [...Map.groupBy(groups, ([ratio]) => (ratio as EstimatedRatio).work).values()]
  const runsPerWork = works.map((ratios) => Math.max(...ratios.map(({ length }) => length)))
  const roundsPerWork = works.map((ratios) =>
    Math.max(...ratios.map((own) => sum(own.map(({ rounds }) => rounds - 1)))),
  )
  const within = mean(groups.flat().map(squaredError))
  const total =
    sum(groups.map((own) => squaredDeviations(own.map(({ log }) => log)))) / sum(groups.map(({ length }) => length - 1))
  const [lower, upper] = varianceInterval(total, sum(runsPerWork.map((count) => count - 1)))
  const spread = (value: number, interval: Interval): Spread => ({
    value: Math.sqrt(Math.max(0, value)),
    interval: [Math.sqrt(Math.max(0, interval[0])), Math.sqrt(Math.max(0, interval[1]))],
  })
  return {
    spreadWithin: spread(within, varianceInterval(within, sum(roundsPerWork))),
    spreadBetween: spread(total - within, [lower - within, upper - within]),
  }
}

function squaredError(ratio: EstimatedRatio): number {
  return (halfWidth(ratio) / studentTQuantile(0.975, ratio.rounds - 1)) ** 2
}

function varianceInterval(variance: number, degrees: number): Interval {
  return [0.975, 0.025].map(
    (probability) => (variance * degrees) / chiSquareQuantile(probability, degrees),
  ) as unknown as Interval
}

function squaredDeviations(values: readonly number[]): number {
  const centre = mean(values)
  return sum(values.map((value) => (value - centre) ** 2))
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

/**
 * The ratios of equal things that no rule looks at: the secondary metrics of control pairs, and a third pair. Where a
 * volume and a bind mount are equal, a bind mount with a volume inside it is equal to both. Only ratios that a run would
 * print count.
 */
function heldOutRatios(document: RunDocument, isPrimaryOnly: boolean): Share {
  const reliability = runReliability(document)
  const pairs = controlPairs(document)
  const index = indexBenchmarks(document.benchmarks)
  const thirds = pairs.flatMap(({ kind, twin }) => {
    const bind = document.benchmarks[twin] as Benchmark
    const third = index.get(benchmarkKey(bind, 'bind-volume', bind.engine))
    return kind === 'volume and bind' && third !== undefined ? [[third, twin] as const] : []
  })
  const held = [
    ...(isPrimaryOnly ? [] : pairs.flatMap((pair) => ratiosBetween(pair.benchmark, pair.twin, false))),
    ...thirds.flatMap(([third, bind]) => ratiosBetween(third, bind, true)),
  ]
  const intervals = held
    .filter(({ estimate, work }) => ratioStatus(document, reliability, estimate, work) === 'resolved')
    .map(({ estimate }) => estimate.interval as Interval)
  return { count: intervals.filter(([lower, upper]) => lower > 1 || upper < 1).length, total: intervals.length }

  function ratiosBetween(at: number, twin: number, isOfPrimary: boolean) {
    const [own, other] = [document.benchmarks[at] as Benchmark, document.benchmarks[twin] as Benchmark]
    return own.metrics
      .filter(({ primary }) => primary === isOfPrimary)
      .map((metric) => ({ work: describeWork(own), estimate: roundRatio(own, other, metric) }))
  }
}
