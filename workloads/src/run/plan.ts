import { createHash } from 'node:crypto'
import { canonicalize, type JsonValue, type Metric } from '@plimsoll/schema'
import { randomGenerator, shuffle } from '@plimsoll/schema/statistics'
import { suiteDigest, workloadDigest } from '../catalog/catalog.ts'
import type { Params, Suite, Workload } from '../catalog/workload.ts'
import { Problem } from '../problem.ts'
import { findScenario, listScenarios } from '../scenario.ts'

/** One cell to measure, before it is known whether it can be. */
export interface PlannedCell {
  workload: string
  workloadDigest: string
  params: Params
  scenario: string
  engine: string | null
  metrics: Metric[]
  rounds: number
  warmups: number
}

/** What will be done, written down before the first sample. */
export interface Plan {
  suite: { name: string; version: number; digest: string }
  division: 'standard' | 'modified'
  deviations: string[]
  seed: number
  cells: PlannedCell[]
  /** per round, the cells that take part, in the order in which they run */
  order: number[][]
  digest: string
}

export interface PlanChoice {
  suite: Suite
  workloads: Workload[]
  /** ids of the engines, in the order of the table */
  engines: string[]
  /** only these workloads, scenarios; empty means all of the suite */
  onlyWorkloads: string[]
  onlyScenarios: string[]
  /** rounds that count, in place of the suite's */
  rounds: number | null
  seed: number
}

/** Turn a suite and the engines that are here into cells and shuffled rounds. @throws Problem (2) when nothing is left to do. */
export function makePlan(choice: PlanChoice): Plan {
  const deviations = [
    ...(choice.onlyWorkloads.length > 0 ? [`only the workloads ${choice.onlyWorkloads.join(', ')}`] : []),
    ...(choice.onlyScenarios.length > 0 ? [`only the scenarios ${choice.onlyScenarios.join(', ')}`] : []),
    ...(choice.rounds !== null
      ? [`${choice.rounds} ${choice.rounds === 1 ? 'round' : 'rounds'} in place of the suite's`]
      : []),
  ]
  const cells = choice.suite.cells
    .filter(({ workload }) => choice.onlyWorkloads.length === 0 || choice.onlyWorkloads.includes(workload))
    .flatMap((entry) => cellsOf(entry, choice))
  if (cells.length === 0)
    throw new Problem(
      2,
      `Nothing of the suite ${choice.suite.suite} is left to measure with these choices: see \`plimsoll list\`.`,
    )

  const plan = {
    suite: { name: choice.suite.suite, version: choice.suite.version, digest: suiteDigest(choice.suite) },
    division: deviations.length > 0 ? ('modified' as const) : ('standard' as const),
    deviations,
    seed: choice.seed,
    cells,
    order: shuffledRounds(cells, choice.seed),
  }
  return { ...plan, digest: planDigest(plan) }
}

/** SHA-256 of a plan, its own digest aside. */
export function planDigest({ digest: _, ...plan }: Omit<Plan, 'digest'> & { digest?: string }): string {
  const text = canonicalize(plan as unknown as JsonValue)
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

function cellsOf(entry: Suite['cells'][number], choice: PlanChoice): PlannedCell[] {
  const workload = choice.workloads.find(({ workload }) => workload === entry.workload)
  if (!workload)
    throw new Problem(
      2,
      `The suite ${choice.suite.suite} names a workload ${entry.workload} that is not in the catalog.`,
    )
  const common = {
    workload: workload.workload,
    workloadDigest: workloadDigest(workload, entry.params),
    params: entry.params,
    metrics: workload.metrics.map(({ from: _, ...metric }) => metric),
    rounds: choice.rounds ?? entry.rounds,
    warmups: entry.warmups,
  }
  const known = listScenarios().map(({ id }) => id)
  const wanted = [...entry.scenarios].sort((a, b) => known.indexOf(a) - known.indexOf(b))
  const scenarios = wanted.filter((id) => choice.onlyScenarios.length === 0 || choice.onlyScenarios.includes(id))
  const onHost = scenarios.filter((id) => findScenario(id)?.runs === 'host')
  const inContainers = scenarios.filter((id) => findScenario(id)?.runs !== 'host')
  return [
    ...onHost.map((scenario) => ({ ...common, scenario, engine: null })),
    ...choice.engines.flatMap((engine) => inContainers.map((scenario) => ({ ...common, scenario, engine }))),
  ].map((cell) => (findScenario(cell.scenario)?.settles ? { ...cell, metrics: [...cell.metrics, VISIBLE] } : cell))
}

/** In a synchronised folder: from the end of the work until the host sees all that it left. */
const VISIBLE: Metric = { name: 'visible', unit: 'ns', better: 'lower', primary: false }

/** Drift hits all cells alike when every round has its own order, drawn from the seed. */
function shuffledRounds(cells: PlannedCell[], seed: number): number[][] {
  const random = randomGenerator(seed)
  const rounds = Math.max(...cells.map(({ rounds, warmups }) => rounds + warmups))
  return Array.from({ length: rounds }, (_, round) => {
    const taking = cells.flatMap((cell, index) => (round < cell.rounds + cell.warmups ? [index] : []))
    return shuffle(taking, random)
  })
}
