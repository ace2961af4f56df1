import { emulatedEngines } from './emulation.ts'
import { type MetricResult, metricStatistics, quotient } from './metric-statistics.ts'
import { benchmarkKey, indexBenchmarks } from './reference-benchmark.ts'
import type { Benchmark, Engine, RunDocument } from './run.v1.generated.ts'
import { differenceInterval, type Interval, randomGenerator } from './statistics/index.ts'

/** The time that one step on the path host → VM → container → share adds to one workload on one engine. */
export interface Step {
  /** The layer between the two scenarios: `virtual machine`, `container`, `share`, … */
  name: string
  /** Indexes into `document.benchmarks`: the benchmark before the step and the benchmark after it. */
  from: number
  to: number
  metric: string
  /** Median after − median before, in ns; negative if the step saves time. */
  difference: number
  /** 95% bootstrap interval of the difference; null for lists, and if either side has fewer than 3 values. */
  interval: Interval | null
  /** Median after ÷ median before; null if the latter is 0. */
  ratio: number | null
}

/**
 * The steps of a run. `emulated`: the ids of engines whose steps from the host are omitted because their CPU is
 * emulated.
 */
export interface Steps {
  steps: Step[]
  emulated: string[]
}

/** The scenario after the step, the scenarios before it (the first measured one is used), and the name of the step. */
const WAYS = [
  { to: 'vm', from: ['native'], name: 'virtual machine' },
  { to: 'volume', from: ['vm', 'native'], name: 'container' },
  { to: 'layer', from: ['volume'], name: 'copy-on-write layer' },
  { to: 'bind', from: ['volume'], name: 'share' },
  { to: 'nfs', from: ['volume'], name: 'NFS' },
  { to: 'vm-share', from: ['vm'], name: 'share, outside containers' },
]

/**
 * The steps of every workload with its params and variant on every engine, in document order, if the primary metric is
 * a time and both benchmarks have samples. Warm-ups and failed samples are excluded. If an engine may have a VM and its
 * `vm` scenario was not measured, one step covers both the VM and the container. The result follows from the document
 * alone.
 */
export function stepsOf({ benchmarks, engines, design }: RunDocument): Steps {
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
    if (to === null || from === null) return null
    const [after, before] = [measured[to], measured[from]] as [Times, Times]
    if (after.metric !== before.metric) return null
    const fromHost = benchmarks[from]?.engine === null
    if (fromHost && emulated.has(engine)) {
      leftOut.add(engine)
      return null
    }
    return {
      name: fromHost && way.name === 'container' && virtual.has(engine) ? 'virtual machine and container' : way.name,
      from,
      to,
      metric: after.metric,
      difference: after.median - before.median,
      // The same random stream as for the benchmark's ratio, so the interval does not depend on the rest of the run.
      interval: differenceInterval(after.values, before.values, randomGenerator(design.seed ?? 0, to + 1)),
      ratio: quotient(after.median, before.median),
    }
  }

  /**
   * The index of the measured benchmark of this work in a scenario, or null. `native` falls back to the host's
   * benchmark if the engine has none.
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
  metric: string
  median: number
  /** Empty for lists, because the values of one execution are not independent. */
  values: MetricResult['values']
}

/** The figures of a benchmark's primary metric. Null if the metric is not a time or has no samples. */
function timesOf(benchmark: Benchmark): Times | null {
  const metric = benchmark.metrics.find(({ primary }) => primary)
  if (metric === undefined || metric.unit !== 'ns' || metric.per !== undefined) return null
  const { statistics, values } = metricStatistics(benchmark, metric)
  if (statistics.basis !== 'samples' || statistics.median === null) return null
  return { metric: metric.name, median: statistics.median, values }
}

/** Whether an engine may use a VM. If the VM type is unknown, assume a VM. */
function mayBeVirtual({ effective: { vmType } }: Engine): boolean {
  return vmType.value === null ? vmType.confidence === 'unknown' : vmType.value !== 'none'
}

/** One benchmark for each combination of workload, params, variant and engine. */
function distinctWork(benchmarks: readonly Benchmark[]): (Benchmark & { engine: string })[] {
  const onEngines = benchmarks.filter(
    (benchmark): benchmark is Benchmark & { engine: string } => benchmark.engine !== null,
  )
  return [...new Map(onEngines.map((benchmark) => [benchmarkKey(benchmark, '', benchmark.engine), benchmark])).values()]
}
