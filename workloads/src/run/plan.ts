import { createHash } from 'node:crypto'
import { canonicalize, type JsonValue } from '@plimsoll/schema'
import { randomGenerator, shuffle } from '@plimsoll/schema/statistics'
import { suiteDigest } from '../catalog/catalog.ts'
import { Problem } from '../problem.ts'
import { assertCanReport, type CheckChoice, type CheckPlan, checkPlan, pairedBenchmarks } from './check-plan.ts'
import { type BenchmarkChoice, benchmarksOf, type PlannedBenchmark } from './plan-benchmarks.ts'

/** The plan of a run, written before the first sample. */
export interface Plan {
  suite: { name: string; version: number; digest: string }
  division: 'standard' | 'modified'
  deviations: string[]
  seed: number
  check: CheckPlan | null
  benchmarks: PlannedBenchmark[]
  /** The order of execution: for each round, the indexes of its benchmarks. */
  order: number[][]
  digest: string
}

/** The choices behind a plan. For a check, `rounds` is the maximum number of rounds; the default is 50. */
export interface PlanChoice extends BenchmarkChoice {
  seed: number
  check?: CheckChoice
}

/**
 * Makes a plan of benchmarks and shuffled rounds from a suite and the available engines. A check gets the benchmarks of
 * both variants.
 * @throws Problem (2) if no benchmark is selected, or if a check could not report any change
 */
export function makePlan(choice: PlanChoice): Plan {
  const check = choice.check ? checkPlan(choice.check, choice.rounds) : null
  const units = check
    ? pairedBenchmarks(choice, check, choice.check?.canRun)
    : benchmarksOf(choice, null).map((benchmark) => [benchmark])
  if (units.length === 0)
    throw new Problem(
      2,
      `No benchmark of the suite ${choice.suite.suite} matches these options. See \`plimsoll list\`.`,
    )
  if (check) assertCanReport(units.length, check)
  const deviations = deviationsOf(choice, check)
  const benchmarks = units.flat()
  const plan = {
    suite: { name: choice.suite.suite, version: choice.suite.version, digest: suiteDigest(choice.suite) },
    division: deviations.length > 0 ? ('modified' as const) : ('standard' as const),
    deviations,
    seed: choice.seed,
    check,
    benchmarks,
    order: shuffledRounds(units, choice.seed),
  }
  return { ...plan, digest: planDigest(plan) }
}

function deviationsOf({ onlyWorkloads, onlyScenarios, rounds }: PlanChoice, check: CheckPlan | null): string[] {
  return [
    ...(onlyWorkloads.length > 0 ? [`only the workloads ${onlyWorkloads.join(', ')}`] : []),
    ...(onlyScenarios.length > 0 ? [`only the scenarios ${onlyScenarios.join(', ')}`] : []),
    ...(check ? [`a check of two variants, at most ${check.looks.at(-1)} rounds`] : []),
    ...(rounds !== null && !check ? [`${rounds} ${rounds === 1 ? 'round' : 'rounds'} in place of the suite's`] : []),
  ]
}

/** SHA-256 of a plan. The hash does not cover the digest that the plan contains. */
export function planDigest({ digest: _, ...plan }: Omit<Plan, 'digest'> & { digest?: string }): string {
  const text = canonicalize(plan as unknown as JsonValue)
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/**
 * Shuffles each round separately with the seed, so that drift affects all benchmarks alike. The variants of one
 * benchmark run directly after each other, in random order.
 */
function shuffledRounds(units: PlannedBenchmark[][], seed: number): number[][] {
  const random = randomGenerator(seed)
  let next = 0
  const numbered = units.map((unit) =>
    unit.map((benchmark) => ({ index: next++, turns: benchmark.rounds + benchmark.warmups })),
  )
  const rounds = Math.max(...numbered.flat().map(({ turns }) => turns))
  return Array.from({ length: rounds }, (_, round) => {
    const taking = numbered
      .map((unit) => unit.flatMap(({ index, turns }) => (round < turns ? [index] : [])))
      .filter((unit) => unit.length > 0)
    return shuffle(taking, random).flatMap((unit) => shuffle(unit, random))
  })
}
