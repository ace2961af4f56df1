import { describeWork } from './benchmark-label.ts'
import { emulatedEngines } from './emulation.ts'
import { metricStatistics } from './metric-statistics.ts'
import { benchmarkKey, indexBenchmarks } from './reference-benchmark.ts'
import { type RoundEstimate, roundRatio } from './round-ratios.ts'
import type { Benchmark, Metric, RunDocument } from './run.v1.generated.ts'
import type { Interval } from './statistics/index.ts'

/** The difference between two equal things that a run may show, as a share: 0.02 for 2%. */
export const TOLERANCE = 0.02

/**
 * A control pair whose interval is wider than this factor checks nothing. With 1.5, healthy runs with spikes would lose
 * their estimates too often: simulated at 14 rounds, 33% of them have a wider pair, and 0.4% have one wider than 2.
 */
export const WIDEST_CONTROL = 2

/**
 * The number of workloads with a control pair that differs that makes a whole run unreliable. An imprecise pair says
 * nothing about other workloads: a run with many short workloads often has one.
 */
const UNRELIABLE_WORKLOADS = 2

/**
 * Two equal things. `repeat`: a benchmark and its control, which repeats it. `volume and bind`: a named volume and a
 * bind mount on the same device under the same kernel, where a named volume is a bind mount.
 */
export type ControlKind = 'repeat' | 'volume and bind'

/**
 * What is wrong with a control pair. `differs`: its interval lies wholly outside 1 ± `TOLERANCE`, so the ratios of its
 * workload are withheld. `imprecise`: its interval is wider than a factor of `WIDEST_CONTROL`, so these ratios are ranges
 * that are at least as wide.
 */
export type ControlProblem = 'differs' | 'imprecise'

/** Two benchmarks of a run that do equal work in equal places, so their true ratio is 1. */
export interface ControlPair {
  kind: ControlKind
  /** The label of their work, from `describeWork`. */
  workload: string
  /** The indexes of the two benchmarks in `document.benchmarks`; the ratio is `benchmark` ÷ `twin`. */
  benchmark: number
  twin: number
  /** Their primary metric. */
  metric: string
  estimate: RoundEstimate
  problem: ControlProblem | null
}

/** What a run's control pairs say about its ratios. It is computed from the samples, never stored. */
export interface RunReliability {
  pairs: ControlPair[]
  /**
   * The labels (`describeWork`) of the workloads whose ratios are withheld, because a control pair of theirs differs, or
   * because they are compared with a host that got less of the CPU than containers.
   */
  withheld: Set<string>
  /**
   * By label of each workload whose ratios are only ranges: the factor between the bounds that these have at least. It is
   * that of its widest control pair, if that is too imprecise to check them, or that between its slowest and its fastest
   * sample, if the ground slowed the samples.
   */
  imprecise: Map<string, number>
  /** The workloads that files removed before may have slowed, with the factor between their slowest and fastest sample. */
  slowed: Map<string, number>
  /** Whether so many workloads are withheld that the run may show no ratio at all. */
  unreliable: boolean
  /**
   * Whether native and bind-mounted files were on a file system without a journal. There, times depend on files that
   * were removed shortly before.
   */
  unjournaled: boolean
}

/** The labels (`describeWork`) of the workloads that a run measured in several scenarios, in document order. */
export function comparedWorks({ benchmarks }: Pick<RunDocument, 'benchmarks'>): string[] {
  const measured = benchmarks.filter(({ samples, control }) => samples.length > 0 && !control)
  return [...Map.groupBy(measured, describeWork)].flatMap(([work, members]) => (members.length > 1 ? [work] : []))
}

/** The labels of the workloads that have a ratio to the host or on it: one without engines whose CPU is emulated. */
function worksComparedWithHost({ benchmarks, engines }: RunDocument): string[] {
  const emulated = emulatedEngines(engines)
  return comparedWorks({ benchmarks: benchmarks.filter(({ engine }) => engine === null || !emulated.has(engine)) })
}

/**
 * The control pairs of a run, in document order. Checks and transcribed runs have none, and neither has a workload that
 * the run measured in one scenario only: it has no ratio that a pair could check. A pair on the host is one only where
 * something is compared with the host: it says nothing about times in an emulated machine.
 */
export function controlPairs(document: RunDocument): ControlPair[] {
  const { benchmarks } = document
  const compared = new Set(comparedWorks(document))
  const comparedWithHost = new Set(worksComparedWithHost(document))
  const index = indexBenchmarks(benchmarks)
  const sharing = enginesOnTheHostsDevice(document)
  return benchmarks.flatMap((benchmark, at) => {
    const { scenario, engine, variant } = benchmark
    const work = describeWork(benchmark)
    if (variant !== null || !compared.has(work) || (engine === null && !comparedWithHost.has(work))) return []
    if (benchmark.control) return pairOf('repeat', at, index.get(benchmarkKey(benchmark, scenario, engine)))
    if (scenario !== 'volume' || engine === null || !sharing.has(engine)) return []
    return pairOf('volume and bind', at, index.get(benchmarkKey(benchmark, 'bind', engine)))
  })

  function pairOf(kind: ControlKind, at: number, twin: number | undefined): ControlPair[] {
    const [own, other] = [benchmarks[at] as Benchmark, benchmarks[twin ?? -1]]
    if (twin === undefined || other === undefined) return []
    const metric = own.metrics.find(({ primary }) => primary) as Metric
    if (other.metrics.find(({ primary }) => primary)?.name !== metric.name) return []
    const estimate = roundRatio(own, other, metric)
    return [
      {
        kind,
        workload: describeWork(own),
        benchmark: at,
        twin,
        metric: metric.name,
        estimate,
        problem: findControlProblem(estimate),
      },
    ]
  }
}

/** Which ratios of a run may be shown, by its control pairs. */
export function runReliability(document: RunDocument): RunReliability {
  const pairs = controlPairs(document)
  const unjournaled = document.storage?.some(({ location, journal }) => location === 'target' && journal === false)
  const judged = judgeControlPairs(pairs)
  const withheld = new Set([...judged.withheld, ...worksWithSlowedHost(document)])
  const imprecise = new Map(judged.imprecise)
  const slowed = slowedByGround(document)
  for (const [work, factor] of slowed) imprecise.set(work, Math.max(imprecise.get(work) ?? 1, factor))
  return { pairs, ...judged, withheld, imprecise, slowed, unjournaled: unjournaled ?? false }
}

/**
 * A workload whose typical sample takes more than this factor longer than its fastest one, on a file system without a
 * journal, may have been slowed by files removed before. The delay is about the same in all scenarios, so that ratios come
 * near 1, precisely and wrongly: in a run on such a file system, the container's layer took 1.08 times (1.02–1.40) the time
 * of the host, with a journal 1.58 times. If the delay is the same in all samples, nothing shows it.
 */
const SLOWED_BY_GROUND = 2

/** The factor between the slowest and the fastest sample of a benchmark, of the workloads that the ground slowed. */
function slowedByGround({ benchmarks, storage = [] }: RunDocument): Map<string, number> {
  const slowed = new Map<string, number>()
  if (!storage.some(({ journal }) => journal === false)) return slowed
  for (const benchmark of benchmarks) {
    const primary = benchmark.metrics.find((metric) => metric.primary) as Metric
    const { minimum, median, maximum } = metricStatistics(benchmark, primary).statistics
    if (!minimum || !median || !maximum) continue
    const typical = primary.better === 'lower' ? median / minimum : maximum / median
    if (typical <= SLOWED_BY_GROUND) continue
    const work = describeWork(benchmark)
    slowed.set(work, Math.max(slowed.get(work) ?? 1, maximum / minimum))
  }
  return slowed
}

/** The code of the note that other programs slowed the work on the host more than the work in containers. */
export const UNEQUAL_SHARES = 'unequal-shares'

/** The labels of the workloads whose ratios to the host are wrong, because it got less of the CPU than containers. */
function worksWithSlowedHost(document: RunDocument): string[] {
  if (!document.notes.some(({ code }) => code === UNEQUAL_SHARES)) return []
  const onHost = new Set(document.benchmarks.filter(({ engine }) => engine === null).map(describeWork))
  return worksComparedWithHost(document).filter((work) => onHost.has(work))
}

/** What the given control pairs say about the ratios of their workloads. */
export function judgeControlPairs(
  pairs: readonly Pick<ControlPair, 'workload' | 'problem' | 'estimate'>[],
): Pick<RunReliability, 'withheld' | 'imprecise' | 'unreliable'> {
  const withheld = new Set(pairs.filter(({ problem }) => problem === 'differs').map(({ workload }) => workload))
  const imprecise = new Map<string, number>()
  for (const { workload, problem, estimate } of pairs) {
    if (problem !== 'imprecise' || estimate.interval === null) continue
    const [lower, upper] = estimate.interval
    imprecise.set(workload, Math.max(imprecise.get(workload) ?? 1, upper / lower))
  }
  return { withheld, imprecise, unreliable: withheld.size >= UNRELIABLE_WORKLOADS }
}

/**
 * How far the control pairs of one workload may be from 1: the largest bound of their 95% intervals, 0.04 for ±4%. Null
 * if none has an interval, so that the workload is unchecked.
 */
export function checkedTo(pairs: readonly ControlPair[]): number | null {
  return largestDifference(pairs.map(({ estimate }) => estimate.interval))
}

/** The largest difference from 1 that the bounds of some intervals allow, 0.04 for 4%. Null without an interval. */
export function largestDifference(intervals: readonly (Interval | null)[]): number | null {
  const differences = intervals.flatMap((interval) => interval ?? []).map((bound) => Math.max(bound, 1 / bound) - 1)
  return differences.length === 0 ? null : Math.max(...differences)
}

/** What is wrong with the measured ratio of two equal things. Null if nothing is, or if it has no interval. */
export function findControlProblem({ interval }: RoundEstimate): ControlProblem | null {
  if (interval === null) return null
  const [lower, upper] = interval
  if (lower > 1 + TOLERANCE || upper < 1 / (1 + TOLERANCE)) return 'differs'
  return upper / lower > WIDEST_CONTROL ? 'imprecise' : null
}

/** The engines without a VM whose named volumes are on the device of the host's files. */
function enginesOnTheHostsDevice({ engines, storage = [] }: RunDocument): Set<string> {
  const withoutVm = engines.filter(({ effective }) => effective.vmType.value === 'none').map(({ id }) => id)
  const isShared = (id: string) =>
    storage.some(
      ({ engine, location, sameDeviceAsHost }) => engine === id && location === 'volume' && sameDeviceAsHost === true,
    )
  return new Set(withoutVm.filter(isShared))
}
