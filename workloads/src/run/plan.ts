import { createHash } from 'node:crypto'
import { type ArmOrigin, type Cell, canonicalize, type JsonValue, type Metric } from '@plimsoll/schema'
import { randomGenerator, shuffle } from '@plimsoll/schema/statistics'
import { DEFAULT_DESIGN, earliestCall, LOOKS } from '@plimsoll/schema/verdict'
import { suiteDigest, workloadDigest } from '../catalog/catalog.ts'
import type { Params, Suite, Workload } from '../catalog/workload.ts'
import { Problem } from '../problem.ts'
import { findScenario, listScenarios, type Scenario } from '../scenario.ts'

/** One cell to measure, before it is known whether it can be. */
export interface PlannedCell {
  workload: string
  workloadDigest: string
  params: Params
  scenario: string
  engine: string | null
  arm: Cell['arm']
  metrics: Metric[]
  rounds: number
  warmups: number
}

/** What makes a run a check, as its document says it. */
export interface CheckPlan {
  /** after how many rounds cells are judged */
  looks: number[]
  threshold: number
  level: number
  arms: { base: ArmOrigin; head: ArmOrigin }
}

/** What will be done, written down before the first sample. */
export interface Plan {
  suite: { name: string; version: number; digest: string }
  division: 'standard' | 'modified'
  deviations: string[]
  seed: number
  check: CheckPlan | null
  cells: PlannedCell[]
  /** per round, the cells that take part, in the order in which they run */
  order: number[][]
  digest: string
}

export interface PlanChoice {
  suite: Suite
  workloads: Workloads
  /** ids of the engines, in the order of the table */
  engines: string[]
  /** only these workloads, scenarios; empty means all of the suite */
  onlyWorkloads: string[]
  onlyScenarios: string[]
  /** rounds that count, in place of the suite's; of a check at most 50, its own number */
  rounds: number | null
  seed: number
  /** what is compared, for a check */
  check?: Pick<CheckPlan, 'arms'> & Partial<Pick<CheckPlan, 'threshold' | 'level'>>
}

/** What cells are made of: in a check, by arm. */
export type Workloads = Workload[] | { base: Workload[]; head: Workload[] }

/** The workload of a cell; the second base does the work of base. */
export function workloadOf(workloads: Workloads, { workload, arm }: Pick<PlannedCell, 'workload' | 'arm'>) {
  const own = Array.isArray(workloads) ? workloads : workloads[arm === 'head' ? 'head' : 'base']
  return own.find((entry) => entry.workload === workload)
}

/**
 * Turn a suite and the engines that are here into cells and shuffled rounds; for a check, into cells of both arms.
 * @throws Problem (2) when nothing is left to do, and for a check that could call nothing
 */
export function makePlan(choice: PlanChoice): Plan {
  const check = choice.check ? checkPlan(choice.check, choice.rounds) : null
  const units = check ? pairedCells(choice, check) : cellsOf(choice, null).map((cell) => [cell])
  if (units.length === 0)
    throw new Problem(
      2,
      `Nothing of the suite ${choice.suite.suite} is left to measure with these choices: see \`plimsoll list\`.`,
    )
  if (check) assertCanCall(units.length, check)
  const deviations = deviationsOf(choice, check)
  const cells = units.flat()
  const plan = {
    suite: { name: choice.suite.suite, version: choice.suite.version, digest: suiteDigest(choice.suite) },
    division: deviations.length > 0 ? ('modified' as const) : ('standard' as const),
    deviations,
    seed: choice.seed,
    check,
    cells,
    order: shuffledRounds(units, choice.seed),
  }
  return { ...plan, digest: planDigest(plan) }
}

function deviationsOf({ onlyWorkloads, onlyScenarios, rounds }: PlanChoice, check: CheckPlan | null): string[] {
  return [
    ...(onlyWorkloads.length > 0 ? [`only the workloads ${onlyWorkloads.join(', ')}`] : []),
    ...(onlyScenarios.length > 0 ? [`only the scenarios ${onlyScenarios.join(', ')}`] : []),
    ...(check ? [`a check of two arms, at most ${check.looks.at(-1)} rounds`] : []),
    ...(rounds !== null && !check ? [`${rounds} ${rounds === 1 ? 'round' : 'rounds'} in place of the suite's`] : []),
  ]
}

/** SHA-256 of a plan, its own digest aside. */
export function planDigest({ digest: _, ...plan }: Omit<Plan, 'digest'> & { digest?: string }): string {
  const text = canonicalize(plan as unknown as JsonValue)
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** The cells of a run, or of one arm of a check: for the same choice always in the same order. */
function cellsOf(choice: PlanChoice, arm: PlannedCell['arm'], engines = choice.engines): PlannedCell[] {
  const { suite, onlyWorkloads } = choice
  return suite.cells
    .filter(({ workload }) => onlyWorkloads.length === 0 || onlyWorkloads.includes(workload))
    .flatMap((entry) => cellsOfEntry(entry, choice, arm, engines))
}

function cellsOfEntry(
  entry: Suite['cells'][number],
  choice: PlanChoice,
  arm: PlannedCell['arm'],
  engines: string[],
): PlannedCell[] {
  const workload = workloadOf(choice.workloads, { workload: entry.workload, arm })
  if (!workload)
    throw new Problem(
      2,
      `The suite ${choice.suite.suite} names a workload ${entry.workload} that is not in the catalog.`,
    )
  const common = {
    workload: workload.workload,
    workloadDigest: workloadDigest(workload, entry.params),
    params: entry.params,
    arm,
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
    ...engines.flatMap((engine) => inContainers.map((scenario) => ({ ...common, scenario, engine }))),
  ].map((cell) => (findScenario(cell.scenario)?.settles ? { ...cell, metrics: [...cell.metrics, VISIBLE] } : cell))
}

/** In a synchronised folder: from the end of the work until the host sees all that it left. */
const VISIBLE: Metric = { name: 'visible', unit: 'ns', better: 'lower', primary: false }

/**
 * Drift hits all cells alike when every round has its own order, drawn from the seed. The arms of one cell follow each
 * other, in an order drawn anew each time.
 */
function shuffledRounds(units: PlannedCell[][], seed: number): number[][] {
  const random = randomGenerator(seed)
  let next = 0
  const numbered = units.map((unit) => unit.map((cell) => ({ index: next++, turns: cell.rounds + cell.warmups })))
  const rounds = Math.max(...numbered.flat().map(({ turns }) => turns))
  return Array.from({ length: rounds }, (_, round) => {
    const taking = numbered
      .map((unit) => unit.flatMap(({ index, turns }) => (round < turns ? [index] : [])))
      .filter((unit) => unit.length > 0)
    return shuffle(taking, random).flatMap((unit) => shuffle(unit, random))
  })
}

function checkPlan({ arms, threshold, level }: NonNullable<PlanChoice['check']>, rounds: number | null): CheckPlan {
  const looks = LOOKS.filter((look) => rounds === null || look <= rounds)
  if (looks.length === 0)
    throw new Problem(2, `A check of ${rounds} rounds can say nothing: give it at least ${LOOKS[0]}, or no number.`)
  return {
    looks,
    threshold: threshold ?? DEFAULT_DESIGN.threshold,
    level: level ?? DEFAULT_DESIGN.alpha,
    arms,
  }
}

/** The cells of a check, base beside head; the cell of the null pair has its second base beside them. */
function pairedCells(choice: PlanChoice, { arms, looks }: CheckPlan): PlannedCell[][] {
  const rounds = looks.at(-1) as number
  const ofArm = (arm: 'base' | 'head' | 'second-base') => {
    const { engine } = arms[arm === 'head' ? 'head' : 'base']
    return cellsOf({ ...choice, rounds }, arm, engine === null ? choice.engines : [engine])
  }
  const [base, head, second] = [ofArm('base'), ofArm('head'), ofArm('second-base')]
  const nullPair = mostWriteHeavy(base)
  return base.map((cell, index) => {
    const unit = [cell, head[index] as PlannedCell]
    return index === nullPair ? [...unit, second[index] as PlannedCell] : unit
  })
}

/**
 * The cell whose place matters the most, and so shows a bias the soonest: files in a directory shared with the host,
 * else in any other place of a container's.
 */
function mostWriteHeavy(cells: PlannedCell[]): number {
  const scenarios = cells.map(({ scenario }) => findScenario(scenario) as Scenario)
  const shared = scenarios.findIndex(({ runs, usesHostDirectory }) => runs === 'container' && usesHostDirectory)
  return shared === -1
    ? Math.max(
        0,
        scenarios.findIndex(({ runs }) => runs === 'container'),
      )
    : shared
}

/** @throws Problem (2) */
function assertCanCall(cells: number, { level, looks }: CheckPlan): void {
  const { rounds } = earliestCall(cells, level)
  if (looks.some((look) => look >= rounds)) return
  throw new Problem(
    2,
    `With ${cells} cells and α ${100 * level}% nothing can be called slower before round ${rounds}, and the check ends at ${looks.at(-1)}: measure fewer cells, or more rounds, or raise --alpha.`,
  )
}
