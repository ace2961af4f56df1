import type { Benchmark, Metric } from '@plimsoll/schema'
import { Problem } from '../problem.ts'
import { definitionDigest, workloadDigest } from '../read-catalog/catalog.ts'
import type { Params, Suite, Workload, WorkloadMetric } from '../read-catalog/workload.ts'
import { findScenario, listScenarios } from '../scenarios.ts'

/** One benchmark of the plan. The run may find that the environment does not support it. */
export interface PlannedBenchmark {
  workload: string
  workloadDigest: string
  /** What a project's workload is, whatever it measures. Absent for a workload of the catalog. */
  definitionDigest?: string
  params: Params
  scenario: string
  engine: string | null
  variant: Benchmark['variant']
  metrics: Metric[]
  /** The number of measured rounds; with `adapts`, the maximum. */
  rounds: number
  warmups: number
  /** Whether the run sets the number of rounds after its first rounds. */
  adapts: boolean
  /** Whether the work removes many files, which slow down later samples. */
  removes?: true
  /** Whether this benchmark repeats the work of an earlier one, to check the run against itself. */
  control: boolean
}

/** The workloads of a run, or of each variant of a check. */
export type Workloads = Workload[] | { base: Workload[]; head: Workload[] }

/** The workload of a benchmark. The second base of a check uses the workload of its base. */
export function findWorkload(
  workloads: Workloads,
  { workload, variant }: Pick<PlannedBenchmark, 'workload' | 'variant'>,
) {
  const own = Array.isArray(workloads) ? workloads : workloads[variant === 'head' ? 'head' : 'base']
  return own.find((entry) => entry.workload === workload)
}

/** The criteria that select the benchmarks. */
export interface BenchmarkChoice {
  suite: Suite
  workloads: Workloads
  /** The ids of the engines, in the order of the table. */
  engines: string[]
  /** The workloads and scenarios to measure. An empty list means all of the suite. */
  onlyWorkloads: string[]
  onlyScenarios: string[]
  /** The number of measured rounds, which overrides the suite's number and its rule. Null for the suite's rounds. */
  rounds: number | null
}

/** The benchmarks of a run, or of one variant of a check, in a deterministic order. */
export function planBenchmarks(
  choice: BenchmarkChoice,
  variant: PlannedBenchmark['variant'],
  engines = choice.engines,
): PlannedBenchmark[] {
  const { suite, onlyWorkloads } = choice
  return suite.benchmarks
    .filter(({ workload }) => onlyWorkloads.length === 0 || onlyWorkloads.includes(workload))
    .flatMap((entry) => benchmarksOfEntry(entry, choice, variant, engines))
}

function benchmarksOfEntry(
  entry: Suite['benchmarks'][number],
  choice: BenchmarkChoice,
  variant: PlannedBenchmark['variant'],
  engines: string[],
): PlannedBenchmark[] {
  const workload = findWorkload(choice.workloads, { workload: entry.workload, variant })
  if (!workload)
    throw new Problem(
      2,
      `The suite ${choice.suite.suite} names the workload ${entry.workload}, which is not in the catalog.`,
    )
  const definition = definitionDigest(workload)
  const common = {
    workload: workload.workload,
    workloadDigest: workloadDigest(workload, entry.params),
    ...(definition !== null && { definitionDigest: definition }),
    params: entry.params,
    variant,
    metrics: workload.metrics.map((metric) => recordedMetric(metric, workload)),
    rounds: choice.rounds ?? entry.rounds,
    warmups: entry.warmups,
    adapts: entry.adapt === true && choice.rounds === null,
    ...(workload.removes && { removes: true as const }),
    control: false,
  }
  const known = listScenarios().map(({ id }) => id)
  const wanted = [...entry.scenarios].sort((a, b) => known.indexOf(a) - known.indexOf(b))
  const scenarios = wanted.filter((id) => choice.onlyScenarios.length === 0 || choice.onlyScenarios.includes(id))
  const onHost = scenarios.filter((id) => findScenario(id)?.runs === 'host')
  const inContainers = scenarios.filter((id) => findScenario(id)?.runs !== 'host')
  return [
    ...onHost.map((scenario) => ({ ...common, scenario, engine: null })),
    ...engines.flatMap((engine) => inContainers.map((scenario) => ({ ...common, scenario, engine }))),
  ].map((benchmark) =>
    findScenario(benchmark.scenario)?.settles ? { ...benchmark, metrics: [...benchmark.metrics, VISIBLE] } : benchmark,
  )
}

/** A metric as the document has it. Only a command has its work in the processes whose CPU time is measured. */
function recordedMetric({ from, ...metric }: WorkloadMetric, { kind }: Workload): Metric {
  return kind === 'command' && (from === 'wall' || from === 'cpu') ? { ...metric, clock: from } : metric
}

/**
 * The metric `visible` of a synchronised folder: the time from the end of the work until the host sees all resulting
 * files.
 */
const VISIBLE: Metric = { name: 'visible', unit: 'ns', better: 'lower', primary: false }
