import { describeWork } from './benchmark-label.ts'
import { benchmarkKey, indexBenchmarks } from './reference-benchmark.ts'
import { type RoundEstimate, roundRatio } from './round-ratios.ts'
import type { Benchmark, Metric, RunDocument } from './run.v1.generated.ts'

/** The difference between two equal things that a run may show, as a share: 0.02 for 2%. */
export const TOLERANCE = 0.02

/** The number of workloads with withheld ratios that makes a whole run unreliable. */
const UNRELIABLE_WORKLOADS = 2

/**
 * Two equal things. `repeat`: a benchmark and its control, which repeats it. `volume and bind`: a named volume and a
 * bind mount on the same device under the same kernel, where a named volume is a bind mount.
 */
export type ControlKind = 'repeat' | 'volume and bind'

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
  /** Whether the 95% interval lies wholly outside 1 ± `TOLERANCE`. */
  isBiased: boolean
}

/** What a run's control pairs say about its ratios. It is computed from the samples, never stored. */
export interface RunReliability {
  pairs: ControlPair[]
  /** The labels (`describeWork`) of the workloads whose ratios are withheld, because a control pair of theirs is biased. */
  withheld: Set<string>
  /** Whether so many workloads are withheld that the run may show no ratio at all. */
  unreliable: boolean
}

/** The control pairs of a run, in document order. Checks and transcribed runs have none. */
export function controlPairs(document: RunDocument): ControlPair[] {
  const { benchmarks } = document
  const index = indexBenchmarks(benchmarks)
  const sharing = enginesOnTheHostsDevice(document)
  return benchmarks.flatMap((benchmark, at) => {
    const { scenario, engine, variant } = benchmark
    if (variant !== null) return []
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
        isBiased: isOutsideTolerance(estimate),
      },
    ]
  }
}

/** Which ratios of a run may be shown, by its control pairs. */
export function runReliability(document: RunDocument): RunReliability {
  const pairs = controlPairs(document)
  return { pairs, ...reliabilityOf(pairs) }
}

/** Which ratios the given control pairs withhold. */
export function reliabilityOf(
  pairs: readonly Pick<ControlPair, 'workload' | 'isBiased'>[],
): Omit<RunReliability, 'pairs'> {
  const withheld = new Set(pairs.filter(({ isBiased }) => isBiased).map(({ workload }) => workload))
  return { withheld, unreliable: withheld.size >= UNRELIABLE_WORKLOADS }
}

/**
 * How far the control pairs of one workload may be from 1: the largest bound of their 95% intervals, 0.04 for ±4%. Null
 * if none has an interval, so that the workload is unchecked.
 */
export function checkedTo(pairs: readonly ControlPair[]): number | null {
  const bounds = pairs.flatMap(({ estimate }) => estimate.interval ?? []).map((bound) => Math.max(bound, 1 / bound) - 1)
  return bounds.length === 0 ? null : Math.max(...bounds)
}

/** Whether the 95% interval of two equal things lies wholly outside 1 ± `TOLERANCE`. False without an interval. */
export function isOutsideTolerance({ interval }: RoundEstimate): boolean {
  return interval !== null && (interval[0] > 1 + TOLERANCE || interval[1] < 1 / (1 + TOLERANCE))
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
