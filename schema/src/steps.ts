import { describeWork } from './benchmark-label.ts'
import { runReliability } from './controls.ts'
import { emulatedEngines } from './emulation.ts'
import { countedValues } from './metric-statistics.ts'
import { quotient } from './quotient.ts'
import { benchmarkKey, indexBenchmarks } from './reference-benchmark.ts'
import { type RoundEstimate, roundDifference, roundRatio } from './round-ratios.ts'
import type { Benchmark, Engine, Metric, RunDocument } from './run.v1.generated.ts'
import { type Interval, median } from './statistics/index.ts'
import { atLeastAsWide, type RatioStatus, ratioStatus } from './summarize-run.ts'

/** The time that one step on the path host → VM → container → share adds to one workload on one engine. */
export interface Step {
  /** The layer between the two scenarios: `virtual machine`, `container`, `share`, … */
  name: string
  /** The indexes of the benchmarks before and after the step in `document.benchmarks`. */
  from: number
  to: number
  metric: string
  /** What may be said about the step, as for a ratio. */
  status: RatioStatus
  /** The number of rounds that both benchmarks have. */
  rounds: number
  /**
   * The time that the step adds, in ns: the estimate by rounds (`roundDifference`), or the difference of the medians if
   * the status is `source`. Negative if the step saves time. Null with any other status than `resolved` and `source`.
   */
  difference: number | null
  /** The exact 95% interval of the difference. Null with any other status than `resolved` and `range`. */
  interval: Interval | null
  /** The factor of the step, by rounds or of the medians, as for `difference`. Null also if the median before is 0. */
  ratio: number | null
}

/**
 * The steps of a run. `emulated` has the ids of the engines whose CPU is emulated. Their steps from the host are
 * omitted.
 */
export interface Steps {
  steps: Step[]
  emulated: string[]
}

/**
 * Each way has the scenario after the step, the possible scenarios before it (the first measured one is used), and the
 * step's name.
 */
const WAYS = [
  { to: 'vm', from: ['native'], name: 'virtual machine' },
  { to: 'volume', from: ['vm', 'native'], name: 'container' },
  { to: 'layer', from: ['volume'], name: 'copy-on-write layer' },
  { to: 'bind', from: ['volume'], name: 'share' },
  { to: 'nfs', from: ['volume'], name: 'NFS' },
  { to: 'vm-share', from: ['vm'], name: 'share, outside containers' },
]

/**
 * The steps of every workload with its params and variant on every engine, in document order. A step needs a primary
 * metric that is a time, and samples of both benchmarks; between two equal things there is none. Warm-ups and failed samples
 * are excluded. If an engine may have a VM and its `vm` scenario was not measured, one step covers both the VM and the
 * container. The result depends only on the document.
 * @param reliability `runReliability` of the same document, if already known
 */
export function computeSteps(document: RunDocument, reliability = runReliability(document)): Steps {
  const { benchmarks, engines } = document
  const index = indexBenchmarks(benchmarks)
  const measured = benchmarks.map(timesOf)
  const emulated = emulatedEngines(engines)
  const virtual = new Set(engines.filter(mayBeVirtual).map(({ id }) => id))
  const leftOut = new Set<string>()
  const steps = distinctWork(benchmarks).flatMap((work) => WAYS.flatMap((way) => stepOf(work, way) ?? []))
  return { steps, emulated: [...leftOut] }

  function stepOf(work: Benchmark & { engine: string }, way: (typeof WAYS)[number]): Step | null {
    const { engine } = work
    const to = find(work, way.to, engine)
    const from = way.from.map((scenario) => find(work, scenario, engine)).find((at) => at !== null) ?? null
    if (to === null || from === null || isBetweenEquals(from, to)) return null
    const [after, before] = [measured[to], measured[from]] as [Times, Times]
    if (after.metric.name !== before.metric.name) return null
    const fromHost = benchmarks[from]?.engine === null
    if (fromHost && emulated.has(engine)) {
      leftOut.add(engine)
      return null
    }
    const [own, reference] = [benchmarks[to], benchmarks[from]] as [Benchmark, Benchmark]
    const byRounds = roundRatio(own, reference, after.metric)
    const label = describeWork(own)
    const status = ratioStatus(document, reliability, byRounds, label)
    const exact = roundDifference(own, reference, after.metric)
    // Equal things differed by as much as the range of the ratio, so the range of the difference is as wide.
    const isImprecise = byRounds.interval !== null && reliability.imprecise.has(label)
    const range = isImprecise ? atLeastAsWide(byRounds.interval as Interval, label, reliability) : null
    const difference = range
      ? { ...exact, interval: range.map((bound) => before.median * (bound - 1)) as unknown as Interval }
      : exact
    return {
      name: fromHost && way.name === 'container' && virtual.has(engine) ? 'virtual machine and container' : way.name,
      from,
      to,
      metric: after.metric.name,
      status,
      ...figuresOf(status, byRounds, difference, after, before),
    }
  }

  /** Whether a step leads from one to the other of two equal things, whose difference is noise. */
  function isBetweenEquals(...ends: number[]): boolean {
    return reliability.pairs.some(({ benchmark, twin }) => ends.includes(benchmark) && ends.includes(twin))
  }

  /**
   * The index of the measured benchmark of this work in a scenario. Null if there is none. For `native`, the host's
   * benchmark is used if the engine has none.
   */
  function find(work: Benchmark, scenario: string, engine: string): number | null {
    const keys = [
      benchmarkKey(work, scenario, engine),
      ...(scenario === 'native' ? [benchmarkKey(work, scenario, null)] : []),
    ]
    return keys.map((key) => index.get(key)).find((at) => at !== undefined && measured[at] !== null) ?? null
  }
}

interface Times {
  metric: Metric
  median: number
}

/** The median of a benchmark's primary metric. Null if the metric is not a time or has no samples. */
function timesOf(benchmark: Benchmark): Times | null {
  const metric = benchmark.metrics.find(({ primary }) => primary)
  if (metric === undefined || metric.unit !== 'ns' || metric.per !== undefined) return null
  const values = countedValues(benchmark, metric)
  return values.length === 0 ? null : { metric, median: median(values) }
}

function figuresOf(
  status: RatioStatus,
  { rounds, value }: RoundEstimate,
  difference: RoundEstimate,
  after: Times,
  before: Times,
): Pick<Step, 'rounds' | 'difference' | 'interval' | 'ratio'> {
  if (status === 'resolved')
    return { rounds, difference: difference.value, interval: difference.interval, ratio: value }
  if (status === 'range') return { rounds, difference: null, interval: difference.interval, ratio: null }
  if (status !== 'source') return { rounds, difference: null, interval: null, ratio: null }
  return {
    rounds,
    difference: after.median - before.median,
    interval: null,
    ratio: quotient(after.median, before.median),
  }
}

/** Whether an engine may use a VM. If the VM type is unknown, assume a VM. */
function mayBeVirtual({ effective: { vmType } }: Engine): boolean {
  return vmType.value === null ? vmType.confidence === 'unknown' : vmType.value !== 'none'
}

/** One benchmark for each combination of workload, params, variant and engine. */
function distinctWork(benchmarks: readonly Benchmark[]): (Benchmark & { engine: string })[] {
  const onEngines = benchmarks.filter(
    (benchmark): benchmark is Benchmark & { engine: string } => benchmark.engine !== null && !benchmark.control,
  )
  return [...new Map(onEngines.map((benchmark) => [benchmarkKey(benchmark, '', benchmark.engine), benchmark])).values()]
}
