import { describeWork } from './benchmark-label.ts'
import { timePerSample } from './check-cost.ts'
import { countedValuesByRound } from './round-ratios.ts'
import { pooledResidual, roundsNeeded } from './rounds-rule.ts'
import type { Benchmark, Metric, RunDocument } from './run.v1.generated.ts'

/** What an estimate of a workload's ratios costs on a machine that is as noisy as it was during a run. */
export interface RoundsForEstimate {
  rounds: number
  /** The half-width of the 95% interval with so many rounds, as a share. */
  halfWidth: number
  /** The time that these rounds take, in seconds. Null if the document has no times of its samples. */
  seconds: number | null
  /** The residual standard deviation of the rounds, on the logarithmic scale: 0.1 for about 10%. */
  noise: number
}

/** The half-width of the intervals that suites aim at, unless a run's rule says otherwise. */
const HALF_WIDTH = 0.09

/**
 * The rounds that the ratios of a workload need for an estimate, by the same rule that sets the rounds during a run
 * (`roundsNeeded`), from all rounds of this run.
 * @param work the label of the workload (`describeWork`)
 * @returns null if fewer than two benchmarks have two rounds in common
 */
export function roundsForEstimate({ benchmarks, design }: RunDocument, work: string): RoundsForEstimate | null {
  const own = benchmarks.filter((one) => one.status === 'ok' && one.variant === null && describeWork(one) === work)
  const columns = own.map(logsByRound).filter(({ size }) => size > 0)
  const rounds = [...(columns[0]?.keys() ?? [])].filter((round) => columns.every((column) => column.has(round)))
  if (columns.length < 2 || rounds.length < 2) return null
  const noise = pooledResidual(rounds.map((round) => columns.map((column) => column.get(round) as number)))
  const halfWidth = design.roundsRule?.halfWidth ?? HALF_WIDTH
  const needed = roundsNeeded(noise, halfWidth, { minimum: 1, maximum: Number.POSITIVE_INFINITY })
  const perSample = timePerSample(benchmarks)
  const perRound = perSample && own.reduce((sum, one) => sum + (perSample.get(benchmarks.indexOf(one)) as number), 0)
  return { rounds: needed, halfWidth, seconds: perRound && (needed * perRound) / 1e9, noise }
}

function logsByRound(benchmark: Benchmark): Map<number, number> {
  const metric = benchmark.metrics.find(({ primary }) => primary) as Metric
  const values = [...countedValuesByRound(benchmark, metric)].filter(([, value]) => value > 0)
  return new Map(values.map(([round, value]) => [round, Math.log(value)]))
}
