import { createHash } from 'node:crypto'
import { canonicalize, type JsonValue, type RoundsRule } from '@plimsoll/schema'
import { Problem } from '../problem.ts'
import { suiteDigest } from '../read-catalog/catalog.ts'
import { assertCanReport, type CheckChoice, type CheckPlan, checkPlan, pairedBenchmarks } from './check-plan.ts'
import { type BenchmarkChoice, type PlannedBenchmark, planBenchmarks } from './plan-benchmarks.ts'
import { withControls } from './plan-controls.ts'
import { drawOrder } from './plan-order.ts'

/** The plan of a run, written before the first sample. */
export interface Plan {
  suite: { name: string; version: number; digest: string }
  division: 'standard' | 'modified'
  deviations: string[]
  seed: number
  check: CheckPlan | null
  /** How the run sets the rounds of the benchmarks that adapt. Null if all rounds are fixed. */
  roundsRule: RoundsRule | null
  benchmarks: PlannedBenchmark[]
  /** The order of execution: for each round, the indexes of its benchmarks. It is for the maximum number of rounds. */
  order: number[][]
  digest: string
}

/** The choices behind a plan. For a check, `rounds` is the maximum number of rounds; the default is 50. */
export interface PlanChoice extends BenchmarkChoice {
  seed: number
  check?: CheckChoice
  /** The ids of the engines that share the host's kernel, as far as is known before preparation. */
  sharingKernel?: string[]
  /** Whether the run does not rest before the first sample. */
  noRest?: boolean
  /** Whether a benchmark of a plain run is not planned, unless nothing else is left. */
  isLeftOut?: (benchmark: PlannedBenchmark) => boolean
}

/**
 * Makes a plan of benchmarks and shuffled rounds from a suite and the available engines. A check gets the benchmarks of
 * both variants, a plain run gets controls.
 * @throws Problem (2) if no benchmark is selected, or if a check could not report any change
 */
export function makePlan(choice: PlanChoice): Plan {
  const check = choice.check ? checkPlan(choice.check, choice.rounds) : null
  const units =
    check === null
      ? withControls(plannedHere(choice), choice.sharingKernel ?? []).map((benchmark) => [benchmark])
      : pairedBenchmarks(choice, check, choice.check?.canRun)
  if (units.length === 0)
    throw new Problem(
      2,
      `No benchmark of the suite ${choice.suite.suite} matches these options. See \`plimsoll list\`.`,
    )
  if (check) assertCanReport(units, check)
  const deviations = deviationsOf(choice, check)
  const benchmarks = units.flat()
  const plan = {
    suite: { name: choice.suite.suite, version: choice.suite.version, digest: suiteDigest(choice.suite) },
    division: deviations.length > 0 ? ('modified' as const) : ('standard' as const),
    deviations,
    seed: choice.seed,
    check,
    roundsRule: benchmarks.some(({ adapts }) => adapts) ? (choice.suite.roundsRule ?? null) : null,
    benchmarks,
    order: drawOrder(units, choice.seed),
  }
  return { ...plan, digest: planDigest(plan) }
}

function plannedHere(choice: PlanChoice): PlannedBenchmark[] {
  const all = planBenchmarks(choice, null)
  const kept = all.filter((benchmark) => !choice.isLeftOut?.(benchmark))
  return kept.length > 0 ? kept : all
}

/** The deviation of a plan whose run does not rest. */
export const NO_REST = 'no rest before the first sample'

function deviationsOf(
  { onlyWorkloads, onlyScenarios, rounds, noRest = false }: PlanChoice,
  check: CheckPlan | null,
): string[] {
  return [
    ...(onlyWorkloads.length > 0 ? [`only the workloads ${onlyWorkloads.join(', ')}`] : []),
    ...(onlyScenarios.length > 0 ? [`only the scenarios ${onlyScenarios.join(', ')}`] : []),
    ...(check ? [`a check of two variants, at most ${check.looks.at(-1)} rounds`] : []),
    ...(rounds !== null && !check ? [`${rounds} ${rounds === 1 ? 'round' : 'rounds'} in place of the suite's`] : []),
    ...(noRest ? [NO_REST] : []),
  ]
}

/** SHA-256 of a plan. The hash does not cover the digest that the plan contains. */
export function planDigest({ digest: _, ...plan }: Omit<Plan, 'digest'> & { digest?: string }): string {
  const text = canonicalize(plan as unknown as JsonValue)
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
