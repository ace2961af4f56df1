import { emulatedEngines } from './emulation.ts'
import { figuresOf, type MetricFigures, quotient } from './figures.ts'
import { indexPlaces, placeOf } from './reference.ts'
import type { Benchmark, Engine, RunDocument } from './run.v1.generated.ts'
import { differenceInterval, type Interval, randomGenerator } from './statistics/index.ts'

/** What one step on the way host → VM → container → share adds to one workload on one engine. */
export interface Step {
  /** What lies between the two places: `virtual machine`, `container`, `share`, … */
  name: string
  /** Indexes into `document.benchmarks`: the place before the step and the place after it. */
  from: number
  to: number
  metric: string
  /** Median after − median before, in ns; negative where the step takes time away. */
  difference: number
  /** 95% bootstrap interval of the difference; null for lists, and where either side has fewer than 3 values. */
  interval: Interval | null
  /** Median after ÷ median before; null over 0. */
  ratio: number | null
}

/** The steps of a run, and the ids of the engines whose steps from the host are left out: their CPU is emulated. */
export interface Steps {
  steps: Step[]
  emulated: string[]
}

/** Scenario after the step, scenarios before it (the first that was measured), and what lies between. */
const WAYS = [
  { to: 'vm', from: ['native'], name: 'virtual machine' },
  { to: 'volume', from: ['vm', 'native'], name: 'container' },
  { to: 'layer', from: ['volume'], name: 'copy-on-write layer' },
  { to: 'bind', from: ['volume'], name: 'share' },
  { to: 'nfs', from: ['volume'], name: 'NFS' },
  { to: 'vm-share', from: ['vm'], name: 'share, outside containers' },
]

/**
 * What each step adds, for every workload with its params and variant on every engine, in document order: where the primary
 * metric is a time and both places have samples. Warm-ups and failed samples do not count. Where a VM may be there
 * and was not measured, the step from the host into a container is that of both. It follows from the document alone.
 */
export function stepsOf({ benchmarks, engines, design }: RunDocument): Steps {
  const index = indexPlaces(benchmarks)
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
      // The stream of the benchmark, as for its ratio: what else the run holds changes nothing.
      interval: differenceInterval(after.values, before.values, randomGenerator(design.seed ?? 0, to + 1)),
      ratio: quotient(after.median, before.median),
    }
  }

  /** The benchmark of this work in this scenario, if it was measured; `native` is the host's where the engine has none. */
  function find(work: Benchmark, scenario: string, engine: string): number | null {
    const places = [placeOf(work, scenario, engine), ...(scenario === 'native' ? [placeOf(work, scenario, null)] : [])]
    return places.map((place) => index.get(place)).find((at) => at !== undefined && measured[at] !== null) ?? null
  }
}

interface Times {
  metric: string
  median: number
  /** Empty for lists: the values of one execution are not independent. */
  values: MetricFigures['values']
}

/** The primary metric's figures of a benchmark where it is a time and has samples. */
function timesOf(benchmark: Benchmark): Times | null {
  const metric = benchmark.metrics.find(({ primary }) => primary)
  if (metric === undefined || metric.unit !== 'ns' || metric.per !== undefined) return null
  const { figures, values } = figuresOf(benchmark, metric)
  if (figures.basis !== 'samples' || figures.median === null) return null
  return { metric: metric.name, median: figures.median, values }
}

/** An engine that is not known to do without a VM: one that cannot say does not share the host's kernel. */
function mayBeVirtual({ effective: { vmType } }: Engine): boolean {
  return vmType.value === null ? vmType.confidence === 'unknown' : vmType.value !== 'none'
}

/** One benchmark for each workload, params, variant and engine. */
function distinctWork(benchmarks: readonly Benchmark[]): (Benchmark & { engine: string })[] {
  const onEngines = benchmarks.filter(
    (benchmark): benchmark is Benchmark & { engine: string } => benchmark.engine !== null,
  )
  return [...new Map(onEngines.map((benchmark) => [placeOf(benchmark, '', benchmark.engine), benchmark])).values()]
}
