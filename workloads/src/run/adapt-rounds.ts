import {
  type Metric,
  MIN_ADAPTED_ROUNDS,
  pooledResidual,
  type RoundsRule,
  roundsNeeded,
  sampleValues,
} from '@plimsoll/schema'
import { median } from '@plimsoll/schema/statistics'
import type { Measurements } from './measurements.ts'
import type { Plan } from './plan.ts'
import type { PlannedBenchmark } from './plan-benchmarks.ts'
import { workKey } from './plan-controls.ts'
import { listTurns } from './plan-order.ts'

/** The number of measured rounds of one workload with its params, as the rule has set it. */
export interface WorkRounds {
  /** The indexes of the benchmarks of this work. */
  benchmarks: number[]
  rounds: number
  /**
   * The number that the wanted precision needs. It may be more than the number of rounds. Null if fewer than two
   * benchmarks could be measured, because there is nothing to compare then.
   */
  needed: number | null
  /** Whether the time limit of the rule reduced the number. */
  isLimitedByTime: boolean
}

/**
 * Sets the rounds of all workloads that adapt, once, from their first measured rounds. The result depends only on these
 * rounds, so it is the same at every later time, and in a resumed run. It does not depend on which scenario is faster.
 * @returns the workloads whose first rounds are complete; empty without a rule
 */
export function adaptedRounds(plan: Plan, measured: Measurements): WorkRounds[] {
  const { roundsRule: rule, benchmarks } = plan
  if (!rule) return []
  const turns = listTurns(plan.order, benchmarks.length)
  const adapting = [...benchmarks.keys()].filter((index) => benchmarks[index]?.adapts)
  const works = Map.groupBy(adapting, (index) => workKey(benchmarks[index] as PlannedBenchmark)).values()
  // Some benchmarks run after all others, so their rounds are set later.
  const byEnd = Map.groupBy(works, (work) => endOfFirstRounds(plan, rule, turns, work))
  const set: WorkRounds[] = []
  for (const [end, group] of [...byEnd].sort(([a], [b]) => a - b)) {
    if (!isComplete(plan, measured, end, lastRounds(plan, set))) break
    const wanted = group.map((work) => roundsWanted(plan, rule, measured, work, end))
    limitTime(wanted, rule, (some) => forecast(plan, measured, turns, end, [...set, ...some]))
    set.push(...wanted)
  }
  return set
}

/** The last round in which each benchmark takes part, as far as the rule has set it; otherwise Infinity. */
export function lastRounds({ order, benchmarks }: Plan, set: WorkRounds[]): number[] {
  const limits = limitsOf(benchmarks, set)
  const turns = limits.size > 0 ? listTurns(order, benchmarks.length) : []
  return benchmarks.map((_, index) => turns[index]?.[(limits.get(index) ?? 0) - 1] ?? Number.POSITIVE_INFINITY)
}

/** The first round after the first measured rounds of a work. */
function endOfFirstRounds({ benchmarks }: Plan, { after }: RoundsRule, turns: number[][], work: number[]): number {
  return Math.max(
    ...work.map((index) => {
      const { warmups, rounds } = benchmarks[index] as PlannedBenchmark
      return (turns[index]?.[warmups + Math.min(after, rounds) - 1] as number) + 1
    }),
  )
}

/**
 * Whether all samples before a round exist, apart from those of benchmarks that cannot be measured here.
 * @param last the last round of each benchmark
 */
function isComplete({ order }: Plan, { benchmarks, taken }: Measurements, end: number, last: number[]): boolean {
  return order
    .slice(0, end)
    .every((turn, round) =>
      turn.every(
        (index) =>
          benchmarks[index]?.unsupported !== null || round > (last[index] as number) || taken[index]?.has(round),
      ),
    )
}

/** The rounds of a work without a time limit. */
function roundsWanted(plan: Plan, rule: RoundsRule, measured: Measurements, work: number[], end: number): WorkRounds {
  const maximum = Math.max(...work.map((index) => plan.benchmarks[index]?.rounds ?? 0))
  // A benchmark of which a sample failed gets no ratio.
  const columns = work
    .map((index) => logValues(plan, measured, index, end))
    .filter((values) => values.length >= rule.after && values.every(Number.isFinite))
  const table = Array.from({ length: rule.after }, (_, round) => columns.map((values) => values[round] as number))
  const needed =
    columns.length < 2
      ? null
      : roundsNeeded(pooledResidual(table), rule.halfWidth, {
          minimum: MIN_ADAPTED_ROUNDS,
          maximum: Number.POSITIVE_INFINITY,
        })
  return { benchmarks: work, rounds: Math.min(maximum, needed ?? MIN_ADAPTED_ROUNDS), needed, isLimitedByTime: false }
}

/**
 * The logarithms of a benchmark's primary values in its measured rounds before a round. A sample with a list counts
 * with its median, as in ratios. Empty if a sample failed.
 */
function logValues({ benchmarks }: Plan, measured: Measurements, index: number, end: number): number[] {
  const metric = benchmarks[index]?.metrics.find(({ primary }) => primary) as Metric
  const samples = measured.benchmarks[index]?.samples.filter(({ round }) => round < end) ?? []
  if (samples.some(({ failure }) => failure !== null)) return []
  return samples
    .filter(({ warmup }) => !warmup)
    .toSorted((a, b) => a.round - b.round)
    .map((sample) => sampleValues(sample, metric))
    .map((values) => (values.length > 0 ? Math.log(median(values)) : Number.NaN))
}

/**
 * Takes rounds from the works until the forecast fits the rule's time limit, each from the work with the most rounds.
 * Rounds that are already measured stay.
 * @param seconds the forecast of the whole run's duration
 */
function limitTime(works: WorkRounds[], rule: RoundsRule, seconds: (works: WorkRounds[]) => number): void {
  while (seconds(works) > rule.longest) {
    const [most] = works.filter(({ rounds }) => rounds > rule.after).toSorted((a, b) => b.rounds - a.rounds)
    if (!most) return
    most.rounds--
    most.isLimitedByTime = true
  }
}

/** The most of a rule's time that is reserved for adapting work that has no sample yet, as a share. */
export const RESERVED_SHARE = 0.3

/**
 * Forecasts the duration of all samples of the run in seconds, from the samples before a round. A benchmark without a
 * sample takes as long as the mean of all samples; those that adapt together take at most `RESERVED_SHARE` of the time.
 */
function forecast(plan: Plan, measured: Measurements, turns: number[][], end: number, set: WorkRounds[]): number {
  const limits = limitsOf(plan.benchmarks, set)
  const known = measured.taken.map((taken) => [...taken].flatMap(([round, took]) => (round < end ? [took] : [])))
  const all = known.flat()
  const spent = sum(all)
  let reserved = 0
  const rest = plan.benchmarks.map(({ adapts, warmups, rounds }, index) => {
    if (measured.benchmarks[index]?.unsupported !== null) return 0
    const limit = limits.get(index) ?? warmups + (adapts ? Math.min(rounds, MIN_ADAPTED_ROUNDS) : rounds)
    const samples = known[index] ?? []
    const typical = samples.length > 0 ? sum(samples) / samples.length : spent / all.length
    const needed = typical * (turns[index] ?? []).slice(0, limit).filter((round) => round >= end).length
    if (samples.length > 0 || !adapts) return needed
    reserved += needed
    return 0
  })
  const most = (plan.roundsRule?.longest ?? 0) * RESERVED_SHARE * 1e9
  return (spent + sum(rest) + Math.min(reserved, most)) / 1e9
}

/** The number of samples, with warm-ups, of each benchmark whose rounds are set. */
function limitsOf(benchmarks: PlannedBenchmark[], set: WorkRounds[]): Map<number, number> {
  return new Map(
    set.flatMap(({ benchmarks: work, rounds }) =>
      work.map((index) => [index, (benchmarks[index]?.warmups ?? 0) + rounds] as const),
    ),
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
